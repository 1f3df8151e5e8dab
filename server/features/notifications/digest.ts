import { addDays, type Day, formatMoment } from "@plumbline/contract/dates.ts";
import { greetingOf } from "@plumbline/contract/greeting.ts";
import { channelsFor, digestDay, kinds, type Preferences } from "@plumbline/contract/notifications/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import { type EmailContent, queueEmail } from "../../mail/mail.ts";
import { worded } from "../../mail/texts-store.ts";
import { allInTurn } from "../../outbox/each-in-turn.ts";
import { findMember } from "../accounts/store.ts";
import { nameOf } from "../profiles/store.ts";
import { preferencesOf, takeDigestDay } from "./preferences-store.ts";
import { membersToDigest, type NotificationRow, postponeDigest, takeForDigest } from "./store.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

const maxLines = 50;

/**
 * Sends the digests that are due. A member's events are taken and their digest queued in one transaction, so that a
 * killed or a second process loses nothing and sends nothing twice; missed days are sent as one digest.
 */
export async function sendDigests(context: AppContext): Promise<void> {
  const day = digestDay(context.clock.now());
  await allInTurn(
    (limit) => membersToDigest(context.db, day, limit),
    (id) => sendDigest(context, id, day),
  );
}

async function sendDigest(context: AppContext, memberId: number, day: Day): Promise<void> {
  const member = await findMember(context.db, memberId);
  const preferences = await preferencesOf(context.db, memberId);
  const name = await nameOf(context.db, memberId);
  await context.db.transaction(async (tx) => {
    // After the clock was set back: today's digest was already sent, so the events wait for the next.
    if (!(await takeDigestDay(tx, memberId, day))) return postponeDigest(tx, memberId, day, addDays(day, 1));
    const rows = (await takeForDigest(tx, memberId, day)).filter((row) => isWanted(row, preferences));
    if (rows.length === 0 || member?.state !== "active") return;
    await queueEmail(tx, null, {
      kind: "digest",
      to: member.email,
      greeting: greetingOf(name),
      action: { label: `Open ${product}`, url: `${context.settings.publicUrl}/${member.role}-home` },
      unsubscribe: unsubscribeFrom(context, memberId, "all"),
      ...digestOf(context, rows),
    });
  });
}

/** False for kinds that the member has turned off since the event. */
const isWanted = ({ about }: NotificationRow, preferences: Preferences) =>
  about !== null && channelsFor(preferences, about).email !== "never";

function digestOf(
  context: AppContext,
  rows: readonly NotificationRow[],
): Pick<EmailContent, "subject" | "paragraphs" | "wording" | "lists"> {
  const shown = rows.slice(-maxLines);
  const byKind = Map.groupBy(shown, ({ about }) => present(about, "its kind"));
  const left = rows.length - shown.length;
  return {
    ...worded("digest", {
      happened: rows.length === 1 ? "one thing happened" : `${rows.length} things happened`,
      left: left > 0 ? `These are the latest ${maxLines}; ${left} more are on your pages.` : "",
    }),
    lists: [...byKind].map(([about, rows]) => ({
      heading: kinds[about].name,
      lines: rows.map(({ message, action, createdAt }) => ({
        text: message,
        when: formatMoment(createdAt.toISOString()),
        url: context.settings.publicUrl + action,
      })),
    })),
  };
}
