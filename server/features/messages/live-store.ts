import { and, asc, gt, sql } from "drizzle-orm";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { conversations, messages } from "./schema.ts";
import type { MessageRow } from "./store.ts";

/** The highest message id assigned so far, committed or not; 0 before the first. */
export async function highestMessageId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select case when is_called then last_value else 0 end as id from messages_id_seq`,
  );
  return rows[0]?.id ?? 0;
}

/** The two members of a conversation by its id; concurrent reads are batched into one query. */
export const pairOf = preparedById(
  (db) =>
    db
      .select({ id: conversations.id, customerId: conversations.customerId, advisorId: conversations.advisorId })
      .from(conversations)
      .where(sql`${conversations.id} = any(${arrayParameter("ids", "int")})`)
      .prepare("pairs_of_conversations"),
  ({ id }) => id,
);

/** The oldest messages after an id, of several conversations, at most `limit` of each; oldest first. */
export async function messagesAfter(
  db: Db,
  places: readonly { conversationId: number; after: number }[],
  limit: number,
): Promise<MessageRow[]> {
  const conversationIds = sql.param(places.map(({ conversationId }) => conversationId));
  const afters = sql.param(places.map(({ after }) => after));
  const next = db
    .select()
    .from(messages)
    .where(and(sql`${messages.conversationId} = places.conversation_id`, gt(messages.id, sql`places.after`)))
    .orderBy(asc(messages.id))
    .limit(limit)
    .as("next");
  return db
    .select(next._.selectedFields)
    .from(sql`unnest(${conversationIds}::int[], ${afters}::bigint[]) as places (conversation_id, after)`)
    .crossJoinLateral(next)
    .orderBy(asc(next.id));
}

export type ConversationState = Pick<
  typeof conversations.$inferSelect,
  "id" | "customerId" | "advisorId" | "lastMessageId" | "customerReadId" | "advisorReadId"
>;

/** The read positions and last messages of the given conversations, and of the members' conversations with messages after an id. */
export async function conversationStates(
  db: Db,
  { conversationIds, memberIds, since }: { conversationIds: number[]; memberIds: number[]; since: number },
): Promise<ConversationState[]> {
  const members = sql.param(memberIds);
  return db
    .select({
      id: conversations.id,
      customerId: conversations.customerId,
      advisorId: conversations.advisorId,
      lastMessageId: conversations.lastMessageId,
      customerReadId: conversations.customerReadId,
      advisorReadId: conversations.advisorReadId,
    })
    .from(conversations)
    .where(sql`${conversations.id} = any(${sql.param(conversationIds)}::int[])
      or (${conversations.customerId} = any(${members}::int[]) and ${conversations.lastMessageId} > ${since})
      or (${conversations.advisorId} = any(${members}::int[]) and ${conversations.lastMessageId} > ${since})`);
}
