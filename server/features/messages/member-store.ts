import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { conversations } from "./schema.ts";

// What staff see of a member's conversations: never what was said.

const maxConversations = 100;
/** How many messages of a conversation are counted at most. */
const mostCounted = 1000;

const ofMember = preparedBy((db, role: "advisor" | "customer") => {
  const { advisorId, customerId } = conversations;
  const [own, other] = role === "advisor" ? [advisorId, customerId] : [customerId, advisorId];
  const messages = sql<number>`(select count(*)::int from (
    select from messages m where m.conversation_id = conversations.id limit ${sql.raw(String(mostCounted))}) counted)`;
  return db
    .select({
      id: conversations.id,
      otherId: other,
      other: nameColumn(sql`${other}`),
      messages,
      lastAt: conversations.lastMessageAt,
      startedAt: conversations.createdAt,
    })
    .from(conversations)
    .where(eq(own, sql.placeholder("memberId")))
    .orderBy(desc(conversations.lastMessageId))
    .limit(maxConversations)
    .prepare(`conversation_outlines_of_${role}`);
});

export async function conversationOutlinesOf(db: Db, memberId: number, role: "advisor" | "customer") {
  return ofMember(db, role).execute({ memberId });
}

const counted = (own: "advisor_id" | "customer_id", memberId: SQL): SQL => sql`(select count(*)::int from (
  select from conversations c where c.${sql.raw(own)} = ${memberId} limit ${sql.raw(String(mostCounted))}) counted)`;

/** How many conversations a member has, up to 1,000. */
export const conversationCountColumn = (memberId: SQL): SQL<number> =>
  sql`(${counted("advisor_id", memberId)} + ${counted("customer_id", memberId)})`;

/** The ids of a member's latest conversations, for a query of another feature (ADR-006). */
export const conversationIdsOf = (memberId: SQL): SQL => sql`
  (select c.id from conversations c where c.advisor_id = ${memberId} order by c.last_message_id desc limit 200)
  union all (select c.id from conversations c where c.customer_id = ${memberId} order by c.last_message_id desc limit 200)`;

/** SQL column: whether a member has exchanged messages with anybody. EXISTS would be planned as if it read them all. */
export const isInConversation = (memberId: SQL): SQL<boolean> => sql`(
  (select c.id from conversations c where c.advisor_id = ${memberId} limit 1) is not null
  or (select c.id from conversations c where c.customer_id = ${memberId} limit 1) is not null)`;

const firstBegun = (own: "advisor_id" | "customer_id", memberId: SQL) =>
  sql`(select min(c.created_at) from conversations c where c.${sql.raw(own)} = ${memberId})`;

/** SQL column: when a member's first conversation began; null before. */
export const firstConversationColumn = (memberId: SQL): SQL<Date | null> =>
  sql`least(${firstBegun("advisor_id", memberId)}, ${firstBegun("customer_id", memberId)})`;
