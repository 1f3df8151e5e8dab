import { and, asc, gt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { conversations, messages } from "../../schema.ts";
import type { MessageRow } from "./store.ts";

/** The highest id that any message has been given, committed or not; 0 before the first. */
export async function highestMessageId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select case when is_called then last_value else 0 end as id from messages_id_seq`,
  );
  return rows[0]?.id ?? 0;
}

/** The oldest messages after an id, of several conversations, at most `most` of each; oldest first. */
export async function messagesAfter(
  db: Db,
  places: readonly { conversationId: number; after: number }[],
  most: number,
): Promise<MessageRow[]> {
  const conversationIds = sql.param(places.map(({ conversationId }) => conversationId));
  const afters = sql.param(places.map(({ after }) => after));
  const next = db
    .select()
    .from(messages)
    .where(and(sql`${messages.conversationId} = places.conversation_id`, gt(messages.id, sql`places.after`)))
    .orderBy(asc(messages.id))
    .limit(most)
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

/** Where conversations stand: the given ones, and those of the given members that have messages after an id. */
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
