import { and, eq, gt } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { ofEither, type PersonalTable, personalTable, type Subject } from "../../database/personal-data.ts";
import { conversations, messages } from "./schema.ts";

const both = { keptBecause: "A conversation belongs to both of its parties." };
const theirs = ofEither(conversations.customerId, conversations.advisorId);
const pageSize = 500;

/** Conversation after conversation by its own index, because a member may have a hundred thousand messages. */
async function* copyMessages(db: Db, subject: Subject) {
  const { id, conversationId, senderId, body, createdAt } = messages;
  for (const conversation of await db.select({ id: conversations.id }).from(conversations).where(theirs(subject)))
    for (let after = 0, more = true; more; ) {
      const page = await db
        .select({ id, conversation_id: conversationId, sender_id: senderId, body, created_at: createdAt })
        .from(messages)
        .where(and(eq(conversationId, conversation.id), gt(id, after)))
        .orderBy(id)
        .limit(pageSize);
      yield page;
      after = page.at(-1)?.id ?? after;
      more = page.length === pageSize;
    }
}

export const messagesPersonalData: PersonalTable[] = [
  personalTable(conversations, theirs, {
    // How far the other one has read.
    hidden: ["customer", "advisor"].flatMap((side) => [`${side}_read_id`, `${side}_unread`, `${side}_remind_at`]),
    erase: both,
  }),
  { name: "messages", copy: copyMessages, erase: both },
];
