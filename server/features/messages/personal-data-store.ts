import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { ofEither, type PersonalTable, personalTable, type Subject } from "../../database/personal-data.ts";
import { preparedOn } from "../../database/prepared.ts";
import { conversations, messages } from "./schema.ts";

const both = { keptBecause: "A conversation belongs to both of its parties." };
const theirs = ofEither(conversations.customerId, conversations.advisorId);
const pageSize = 500;

const given = sql.placeholder;
const readsOf = preparedOn((db) => ({
  conversations: db
    .select({ id: conversations.id })
    .from(conversations)
    .where(theirs({ id: given("id"), email: given("email") }))
    .prepare("copy_of_conversation_ids"),
  page: db
    .select({
      id: messages.id,
      conversation_id: messages.conversationId,
      sender_id: messages.senderId,
      body: messages.body,
      created_at: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.conversationId, given("conversationId")), gt(messages.id, given("after"))))
    .orderBy(messages.id)
    .limit(pageSize)
    .prepare("copy_of_messages"),
}));

/** Conversation after conversation by its own index, because a member may have a hundred thousand messages. */
async function* copyMessages(db: Db, { id, email }: Subject) {
  const reads = readsOf(db);
  for (const conversation of await reads.conversations.execute({ id, email }))
    for (let after = 0, more = true; more; ) {
      const page = await reads.page.execute({ conversationId: conversation.id, after });
      yield page.map((message) => JSON.stringify(message));
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
