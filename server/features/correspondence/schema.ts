import { type Attachment, threadKinds, threadStates } from "@plumbline/contract/correspondence/rules.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text, unique } from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";

/** Conversations with people who wrote to us. */
export const threads = pgTable(
  "correspondence_threads",
  {
    id: serial("id").primaryKey(),
    kind: text("kind", { enum: threadKinds }).notNull(),
    state: text("state", { enum: threadStates }).notNull().default("open"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** The member who wrote; null for a visitor. */
    memberId: integer("member_id").references(() => members.id),
    /** The beginning of the first message. */
    excerpt: text("excerpt").notNull(),
    assignedTo: integer("assigned_to").references(() => members.id),
    openedAt: moment("opened_at").notNull().defaultNow(),
    lastAt: moment("last_at").notNull().defaultNow(),
  },
  (table) => [
    index("correspondence_by_state").on(table.state, table.lastAt, table.id),
    index("correspondence_assigned").on(table.assignedTo).where(sql`assigned_to is not null and state <> 'closed'`),
    index("correspondence_of_member").on(table.memberId, table.id),
    index("correspondence_of_person").on(sql`lower(${table.email})`),
  ],
);

export const threadMessages = pgTable(
  "correspondence_messages",
  {
    id: serial("id").primaryKey(),
    threadId: integer("thread_id")
      .notNull()
      .references(() => threads.id),
    /** The member of staff who wrote it; null for the other side. */
    staffId: integer("staff_id").references(() => members.id),
    text: text("text").notNull(),
    /** What a reply by e-mail repeats of earlier e-mails. */
    quoted: text("quoted"),
    /** The address that a reply came from, when it is not the conversation's. */
    sender: text("sender"),
    /** The files that came with a reply, which are not kept. */
    attachments: jsonb("attachments").$type<Attachment[]>().notNull().default([]),
    /** The hash of a reply's Message-ID, by which one that arrives twice counts once. */
    mailKey: text("mail_key"),
    createdAt: created(),
  },
  (table) => [
    index("correspondence_messages_of_thread").on(table.threadId, table.id),
    unique("correspondence_messages_once").on(table.threadId, table.mailKey),
  ],
);
