import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, ids, moment } from "../../database/columns.ts";
import { messageWords } from "./words-column.ts";

export const conversations = pgTable(
  "conversations",
  {
    id: serial("id").primaryKey(),
    customerId: memberId("customer_id"),
    advisorId: memberId("advisor_id"),
    lastMessageId: bigint("last_message_id", { mode: "number" }),
    lastMessageAt: moment("last_message_at"),
    customerReadId: bigint("customer_read_id", { mode: "number" }).notNull().default(0),
    advisorReadId: bigint("advisor_read_id", { mode: "number" }).notNull().default(0),
    customerUnread: integer("customer_unread").notNull().default(0),
    advisorUnread: integer("advisor_unread").notNull().default(0),
    /** The customer's first message and the advisor's first answer to it; null until there is one. */
    askedAt: moment("asked_at"),
    answeredAt: moment("answered_at"),
    /** When to send the e-mail reminder of unread messages; null when everything is read, and once it was sent. */
    customerRemindAt: moment("customer_remind_at"),
    advisorRemindAt: moment("advisor_remind_at"),
    createdAt: created(),
  },
  (table) => [
    unique("conversations_pair").on(table.customerId, table.advisorId),
    index("conversations_of_customer").on(table.customerId, table.lastMessageId),
    index("conversations_of_advisor").on(table.advisorId, table.lastMessageId),
    index("conversations_answered").on(table.answeredAt).where(sql`answered_at is not null`),
    index("conversations_to_remind_customer").on(table.customerRemindAt).where(sql`customer_remind_at is not null`),
    index("conversations_to_remind_advisor").on(table.advisorRemindAt).where(sql`advisor_remind_at is not null`),
  ],
);

export const messages = pgTable(
  "messages",
  {
    id: bigserial("id", { mode: "number" }),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => conversations.id),
    senderId: memberId("sender_id"),
    body: text("body").notNull(),
    attachmentIds: ids("attachment_ids"),
    /** Why staff removed it; the body is then the sentence that stands in its place. */
    removedReason: text("removed_reason"),
    /** Given by the sender's browser: a retry with the same one stores one message (decision 29). */
    clientId: text("client_id"),
    createdAt: created(),
  },
  (table) => [
    /** Finds the messages of a file; it covers only the few messages with files. */
    index("messages_with_files").using("gin", table.attachmentIds).where(sql`attachment_ids <> '{}'`),
    // Another condition than that of the index above, or the planner would read all of this one to find the messages of a file.
    index("messages_with_files_of_conversation")
      .on(table.conversationId, table.id)
      .where(sql`cardinality(attachment_ids) > 0`),
    // Without GIN's list of pending entries, because one write in thousands would wait while the list is merged.
    index("messages_words")
      .using("gin", messageWords(sql`${table.conversationId}`, sql`${table.body}`))
      .with({ fastupdate: "off" }),
    // No index on the id alone: the planner would scan it backwards, which is slow for conversations that ended long ago.
    primaryKey({ name: "messages_of_conversation", columns: [table.conversationId, table.id] }),
    uniqueIndex("messages_once")
      .on(table.conversationId, table.senderId, table.clientId)
      .where(sql`client_id is not null`),
  ],
);
