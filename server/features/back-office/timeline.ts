import type { TimelineEntry } from "@plumbline/contract/back-office/members.ts";
import type { TimelineKind } from "@plumbline/contract/back-office/timeline-kinds.ts";
import { type Db, isoOf } from "../../database/database.ts";
import { mailsOfRecipient, type SentMail } from "../../mail/recipient-store.ts";
import { kindsOf } from "./timeline-filters.ts";
import { eventsAround, type TimelineRow } from "./timeline-store.ts";
import { wordsOf } from "./timeline-texts.ts";

const pageSize = 30;

type Asked = { kind: TimelineKind | undefined; before_event: number | undefined; before_mail: number | undefined };
type Entry = TimelineEntry & ({ event: number } | { mail: number });

/** A page of everything around a member: the event log and the e-mails to them, merged by time. */
export async function timelineOf(
  db: Db,
  { id, email }: { id: number; email: string },
  { kind, before_event: beforeEvent, before_mail: beforeMail }: Asked,
) {
  const kinds = kindsOf(kind);
  const withMails = kind === undefined || kind === "mail";
  const limit = pageSize + 1;
  const [events, mails] = await Promise.all([
    kind === "mail" ? [] : eventsAround(db, id, { before: beforeEvent, kinds, byStaff: kind === "staff", limit }),
    withMails ? mailsOfRecipient(db, email, { before: beforeMail, limit }) : [],
  ]);
  const merged: Entry[] = [...events.map((row) => eventEntry(row, id)), ...mails.map(mailEntry)].sort(
    // As texts: they are moments of one length.
    (one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0),
  );
  const page = merged.slice(0, pageSize);
  const last = (ids: number[], before: number | undefined) => Math.min(before ?? Number.MAX_SAFE_INTEGER, ...ids);
  const eventIds = page.flatMap((entry) => ("event" in entry ? [entry.event] : []));
  const mailIds = page.flatMap((entry) => ("mail" in entry ? [entry.mail] : []));
  return {
    entries: page,
    next:
      merged.length > pageSize
        ? { before_event: last(eventIds, beforeEvent), before_mail: last(mailIds, beforeMail) }
        : null,
  };
}

const eventEntry = (row: TimelineRow, memberId: number): Entry => ({
  event: row.id,
  key: `e${row.id}`,
  at: isoOf(row.createdAt),
  kind: row.kind,
  ...wordsOf(row),
  by: row.actorId === null || row.actorId === memberId ? null : row.actor,
  invoice_id: row.invoice?.id ?? null,
});

const mailEntry = (mail: SentMail): Entry => ({
  mail: mail.id,
  key: `m${mail.id}`,
  at: mail.createdAt.toISOString(),
  kind: "mail",
  title: `Mail: ${mail.subject}`,
  text: mailFate(mail) === "failed" ? `not delivered: ${mail.failure ?? "given up"}` : mailFate(mail),
  by: null,
  invoice_id: null,
});

/** What became of an e-mail. */
export const mailFate = ({ sentAt, failedAt }: Pick<SentMail, "sentAt" | "failedAt">): "sent" | "failed" | "waiting" =>
  sentAt ? "sent" : failedAt ? "failed" : "waiting";
