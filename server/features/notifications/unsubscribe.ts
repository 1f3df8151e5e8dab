import { createHmac, timingSafeEqual } from "node:crypto";
import {
  kindsInWords,
  kindsOf,
  type OptionalKind,
  type Preferences,
  type Unsubscribable,
  unsubscribable,
} from "@plumbline/contract/notifications/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import { isUnavailable } from "../../database/errors.ts";
import { fieldErrorsOf, invalid, notFound, Problem, serviceUnavailable } from "../../http/problems.ts";
import type { EmailContent } from "../../mail/mail.ts";
import { changePreferencesOf } from "./preferences.ts";
import { preferencesOf } from "./preferences-store.ts";

export type Subscription = { about: Unsubscribable; kinds: OptionalKind[]; on: OptionalKind[] };

/**
 * The signed token of an unsubscribe link: the member's id and the kind of e-mails. It has no other personal data,
 * works without signing in and never expires, because the link of an old e-mail must still work.
 */
function tokenFor(context: Pick<AppContext, "secret">, memberId: number, about: Unsubscribable): string {
  const payload = `${memberId}.${about}`;
  return `${payload}.${sign(context, payload)}`;
}

const sign = ({ secret }: Pick<AppContext, "secret">, payload: string) =>
  createHmac("sha256", secret).update(`unsubscribe:${payload}`).digest("base64url");

/** Throws notFound for a token without a valid signature. */
function verify(context: Pick<AppContext, "secret">, token: string): { memberId: number; about: Unsubscribable } {
  const [id, subject, signature = ""] = token.split(".");
  const about = unsubscribable.find((each) => each === subject);
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(context, `${id}.${subject}`));
  if (!about || given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound();
  return { memberId: Number(id), about };
}

/** The footer text and header links of an optional e-mail. */
export function unsubscribeFrom(
  context: Pick<AppContext, "secret" | "settings">,
  memberId: number,
  about: Unsubscribable,
): NonNullable<EmailContent["unsubscribe"]> {
  const token = tokenFor(context, memberId, about);
  const { publicUrl } = context.settings;
  const because =
    about === "all"
      ? "You asked for one e-mail a day of what happened."
      : `You get e-mails about ${kindsInWords([about])} as a member of ${product}.`;
  return {
    because,
    url: `${publicUrl}/unsubscribe/${token}`,
    oneClickUrl: `${publicUrl}/api/unsubscribe/${token}`,
    choices: { label: "Choose what reaches you", url: `${publicUrl}/notifications/preferences` },
  };
}

const subscription = (about: Unsubscribable, { email }: Preferences): Subscription => ({
  about,
  kinds: [...kindsOf(about)],
  on: kindsOf(about).filter((kind) => email[kind]),
});

/** What a link would turn off. Changes nothing, because mail scanners open links. */
export async function subscriptionOf(context: AppContext, token: string): Promise<Subscription> {
  const { memberId, about } = verify(context, token);
  return subscription(about, await preferencesOf(context.db, memberId));
}

/** Turns off the kinds of a link; `turned_off` lists those that were on, so that an undo restores only them. */
export async function unsubscribeWith(
  context: AppContext,
  token: string,
): Promise<Subscription & { turned_off: OptionalKind[] }> {
  const { memberId, about } = verify(context, token);
  const off = Object.fromEntries(kindsOf(about).map((kind) => [kind, false]));
  const { before, after } = await changePreferencesOf(context, memberId, { email: off });
  return { ...subscription(about, after), turned_off: kindsOf(about).filter((kind) => before.email[kind]) };
}

/** Turns kinds of the link on again. Throws invalid for others. */
export async function resubscribeWith(
  context: AppContext,
  token: string,
  kinds: readonly OptionalKind[],
): Promise<Subscription> {
  const { memberId, about } = verify(context, token);
  if (kinds.some((kind) => !kindsOf(about).includes(kind)))
    throw invalid({ kinds: ["are not what this link is about"] });
  const email = Object.fromEntries(kinds.map((kind) => [kind, true]));
  const { after } = await changePreferencesOf(context, memberId, { email });
  return subscription(about, after);
}

/**
 * The same for the page of a link: null for an invalid token, and a 503 response with the page's sentence while the
 * database is unavailable.
 */
export function unsubscribePage(context: AppContext) {
  const nullIfInvalid = <T>(asked: Promise<T>): Promise<T | null> =>
    asked.catch((error) => {
      if (error instanceof Problem) return null;
      if (!isUnavailable(error)) throw error;
      context.log.error({ err: error }, "the page of an unsubscribe link failed");
      const problem = serviceUnavailable();
      throw new Response(fieldErrorsOf(problem)["base"]?.[0] ?? "", { status: problem.status });
    });
  return {
    find: (token: string) => nullIfInvalid(subscriptionOf(context, token)),
    stop: (token: string) => nullIfInvalid(unsubscribeWith(context, token)),
    takeBack: (token: string, kinds: readonly OptionalKind[]) => nullIfInvalid(resubscribeWith(context, token, kinds)),
  };
}
