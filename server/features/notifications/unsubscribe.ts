import { createHmac, timingSafeEqual } from "node:crypto";
import {
  inWords,
  kindsOf,
  type OptionalKind,
  type Preferences,
  type Unsubscribable,
  unsubscribable,
} from "@plumbline/contract/notifications/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import type { Letter } from "../../platform/mail.ts";
import { invalid, notFound, Problem } from "../../platform/problems.ts";
import { changePreferencesOf } from "./preferences.ts";
import { preferencesOf } from "./preferences-store.ts";

export type Subscription = { about: Unsubscribable; kinds: OptionalKind[]; on: OptionalKind[] };

/**
 * The signed word of an unsubscribe link: whose e-mails about what. It says nothing else of the person, works without
 * signing in, and never runs out: an old e-mail must still be able to stop the next.
 */
function tokenFor(house: Pick<House, "secret">, memberId: number, about: Unsubscribable): string {
  const said = `${memberId}.${about}`;
  return `${said}.${sign(house, said)}`;
}

const sign = ({ secret }: Pick<House, "secret">, said: string) =>
  createHmac("sha256", secret).update(`unsubscribe:${said}`).digest("base64url");

/** Throws notFound for a token that is not ours, whole and unchanged. */
function read(house: Pick<House, "secret">, token: string): { memberId: number; about: Unsubscribable } {
  const [id, word, signature = ""] = token.split(".");
  const about = unsubscribable.find((each) => each === word);
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(house, `${id}.${word}`));
  if (!about || given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound();
  return { memberId: Number(id), about };
}

/** What an e-mail that need not come says at its foot, and in its headers. */
export function unsubscribeFrom(
  house: Pick<House, "secret" | "settings">,
  memberId: number,
  about: Unsubscribable,
): NonNullable<Letter["unsubscribe"]> {
  const token = tokenFor(house, memberId, about);
  const { publicUrl } = house.settings;
  const because =
    about === "all"
      ? "You asked for one e-mail a day of what happened."
      : `You get e-mails about ${inWords([about])} as a member of ${product}.`;
  return {
    because,
    url: `${publicUrl}/unsubscribe/${token}`,
    oneClickUrl: `${publicUrl}/api/unsubscribe/${token}`,
    choices: { label: "Choose what reaches you", url: `${publicUrl}/notifications` },
  };
}

const subscription = (about: Unsubscribable, { email }: Preferences): Subscription => ({
  about,
  kinds: [...kindsOf(about)],
  on: kindsOf(about).filter((kind) => email[kind]),
});

/** What a link would turn off. Changes nothing: mail scanners follow links. */
export async function subscriptionBehind(house: House, token: string): Promise<Subscription> {
  const { memberId, about } = read(house, token);
  return subscription(about, await preferencesOf(house.db, memberId));
}

/** Stops the e-mails a link is about; `turned_off` is what was still on, so that taking it back restores just that. */
export async function unsubscribeWith(
  house: House,
  token: string,
): Promise<Subscription & { turned_off: OptionalKind[] }> {
  const { memberId, about } = read(house, token);
  const off = Object.fromEntries(kindsOf(about).map((kind) => [kind, false]));
  const { before, after } = await changePreferencesOf(house, memberId, { email: off });
  return { ...subscription(about, after), turned_off: kindsOf(about).filter((kind) => before.email[kind]) };
}

/** Turns kinds that the link is about on again. Throws invalid for others. */
export async function resubscribeWith(
  house: House,
  token: string,
  kinds: readonly OptionalKind[],
): Promise<Subscription> {
  const { memberId, about } = read(house, token);
  if (kinds.some((kind) => !kindsOf(about).includes(kind)))
    throw invalid({ kinds: ["are not what this link is about"] });
  const email = Object.fromEntries(kinds.map((kind) => [kind, true]));
  const { after } = await changePreferencesOf(house, memberId, { email });
  return subscription(about, after);
}

/** The same for the page that a link opens, with null for a link that is not ours. */
export function unsubscribing(house: House) {
  const known = <T>(asked: Promise<T>): Promise<T | null> =>
    asked.catch((error) => {
      if (error instanceof Problem) return null;
      throw error;
    });
  return {
    look: (token: string) => known(subscriptionBehind(house, token)),
    stop: (token: string) => known(unsubscribeWith(house, token)),
    takeBack: (token: string, kinds: readonly OptionalKind[]) => known(resubscribeWith(house, token, kinds)),
  };
}
