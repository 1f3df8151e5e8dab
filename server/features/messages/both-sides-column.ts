import { type SQL, sql } from "drizzle-orm";

/** SQL column: the ids of the customer and the advisor of a conversation. */
export function bothSidesOfConversation(conversationId: SQL): SQL<number[] | null> {
  return sql`(select array[t.customer_id, t.advisor_id] from conversations t where t.id = ${conversationId})`;
}
