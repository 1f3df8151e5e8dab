import { addDays, type Day, formatMoment } from "@plumbline/contract/dates.ts";
import { digestDay, kinds, type Preferences, waysOf } from "@plumbline/contract/notifications/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Letter, post } from "../../platform/mail.ts";
import { findMember, nameOf } from "../accounts/store.ts";
import { greetingOf } from "./actions.ts";
import { preferencesOf, takeDigestDay } from "./preferences-store.ts";
import { membersToDigest, type NotificationRow, postponeDigest, takeForDigest } from "./store.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

const atOnce = 100;
const mostLines = 50;

/**
 * Sends the digests that are due. What they tell and that they are told is one transaction per member: a process that is
 * killed, or a second one, sends nothing twice and loses nothing, and days that were missed come as one.
 */
export async function sendDigests(house: House): Promise<void> {
  const day = digestDay(house.clock.now());
  for (;;) {
    const ids = await membersToDigest(house.db, day, atOnce);
    for (const id of ids) await sendDigest(house, id, day);
    if (ids.length < atOnce) return;
  }
}

async function sendDigest(house: House, memberId: number, day: Day): Promise<void> {
  const member = await findMember(house.db, memberId);
  const preferences = await preferencesOf(house.db, memberId);
  const name = (await nameOf(house.db, memberId)).split(" ")[0];
  await house.db.transaction(async (tx) => {
    // A clock that went back: what waits goes with the next one.
    if (!(await takeDigestDay(tx, memberId, day))) return postponeDigest(tx, memberId, day, addDays(day, 1));
    const rows = (await takeForDigest(tx, memberId, day)).filter((row) => isWanted(row, preferences));
    if (rows.length === 0 || member?.state !== "active") return;
    await post(tx, null, {
      kind: "digest",
      to: member.email,
      greeting: greetingOf(name),
      action: { label: `Open ${product}`, url: `${house.settings.publicUrl}/${member.role}-home` },
      unsubscribe: unsubscribeFrom(house, memberId, "all"),
      ...toldIn(house, rows),
    });
  });
}

/** Whoever has turned a kind off since is not told of it any more. */
const isWanted = ({ about }: NotificationRow, preferences: Preferences) =>
  about !== null && waysOf(preferences, about).email !== "never";

function toldIn(house: House, rows: readonly NotificationRow[]): Pick<Letter, "subject" | "paragraphs" | "lists"> {
  const shown = rows.slice(-mostLines);
  const byKind = Map.groupBy(shown, ({ about }) => about as keyof typeof kinds);
  const left = rows.length - shown.length;
  return {
    subject: rows.length === 1 ? "Your day: one thing happened" : `Your day: ${rows.length} things happened`,
    paragraphs: [
      `Here is what happened on ${product} since your last digest.`,
      ...(left > 0 ? [`These are the latest ${mostLines}; ${left} more are on your pages.`] : []),
    ],
    lists: [...byKind].map(([about, told]) => ({
      heading: kinds[about].name,
      lines: told.map(({ message, action, createdAt }) => ({
        text: message,
        when: formatMoment(createdAt.toISOString()),
        url: house.settings.publicUrl + action,
      })),
    })),
  };
}
