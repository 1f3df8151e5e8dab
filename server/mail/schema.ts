import { sql } from "drizzle-orm";
import { bigint, bigserial, boolean, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { created, moment } from "../database/columns.ts";

/** The queue of e-mails. The text is cleared once sent, because it may contain a sign-in link. */
export const mails = pgTable(
  "mails",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    eventId: bigint("event_id", { mode: "number" }),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** The Reply-To address; null for automatic e-mails. Cleared once sent. */
    replyTo: text("reply_to"),
    createdAt: created(),
    /** While it is being sent, the end of the lease, after which another process may send it. */
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    /** The random name of the process that is sending it. */
    lease: text("lease"),
    attempts: integer("attempts").notNull().default(0),
    sentAt: moment("sent_at"),
    /** The mail server's message at the last attempt, without personal data and links. */
    failure: text("failure"),
    /** Whether the last failure concerned the server as a whole, so that it is over as soon as any e-mail is sent. */
    serverTrouble: boolean("server_trouble").notNull().default(false),
    giveUpAt: moment("give_up_at").notNull().default(sql`now() + interval '3 days'`),
    /** Set when it was refused permanently or could not be sent for three days: a dead letter. */
    failedAt: moment("failed_at"),
    /** The one-click unsubscribe URL (RFC 8058); null for mandatory e-mails. Cleared once sent. */
    unsubscribeUrl: text("unsubscribe_url"),
  },
  (table) => [
    unique("mails_once").on(table.eventId, table.kind, table.recipient),
    index("mails_of_recipient").on(table.recipient, table.id),
    index("mails_to_send").on(table.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    index("mails_failed").on(table.id).where(sql`failed_at is not null`),
  ],
);

/** Addresses that their mail server reported as invalid; removed when the server accepts a later e-mail. */
export const refusedAddresses = pgTable("refused_addresses", {
  /** In lower case, as in members. */
  email: text("email").primaryKey(),
  reason: text("reason").notNull(),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** The wordings that staff have given to e-mails, by version; null again for the product's own. */
export const mailTexts = pgTable(
  "mail_texts",
  {
    name: text("name").notNull(),
    version: integer("version").notNull(),
    subject: text("subject"),
    body: text("body"),
    editedBy: integer("edited_by").notNull(),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);
