import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import type { Db } from "../../database/database.ts";
import { mailsOfRecipient, type SentMail } from "../../mail/recipient-store.ts";
import type { RecentEvent } from "../../outbox/recent-store.ts";
import type { Evidence, EvidenceLine } from "./evidence-shape.ts";

// What we know of the member who made a payment, whatever it was for.

const mostMails = 40;

/** The kinds of the events behind the part `sign_ins`. */
export const signInKinds = ["account.signed_in"];

export const mailsTo = (db: Db, address: string): Promise<readonly SentMail[]> =>
  mailsOfRecipient(db, address, { limit: mostMails });

/** The parts that every payment has. */
export function partsOfPayer(known: {
  mails: readonly SentMail[];
  signIns: readonly RecentEvent[];
}): Evidence["parts"] {
  return [
    {
      part: "mails",
      lines: known.mails.flatMap(({ sentAt, subject }) => (sentAt ? [line(sentAt, subject)] : [])).reverse(),
    },
    {
      part: "sign_ins",
      lines: known.signIns.flatMap(({ createdAt, source }) => (source ? [line(createdAt, `from ${source}`)] : [])),
    },
  ];
}

/** With the year, because a bank reads it a year later. */
export function line(at: Date, text: string): EvidenceLine {
  const [day, time] = formatMoment(at.toISOString()).split(", ");
  return { when: `${day} ${formatLong(at.toISOString()).slice(-4)}, ${time ?? ""}`, text };
}
