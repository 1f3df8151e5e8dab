import { unreadPatience } from "@plumbline/contract/messages/rules.ts";
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import { conversations, messages } from "../../schema.ts";
import { type ConversationRow, isPair, type MessageRow, type Pair } from "./store.ts";

export type NewMessage = Omit<MessageRow, "id">;
/** A message with its conversation as it is then; null when an earlier attempt with the same clientId had stored it. */
export type StoredMessage = { last: MessageRow; conversation: ConversationRow | null };

function prepareStoring(db: Db) {
  // Ids grow within a conversation: whoever writes next, in any process, waits for this one's commit.
  const locked = db
    .$with("locked", { id: conversations.id })
    .as(
      sql`select id from conversations where id = any(${givenList("conversationIds", "int")}) order by id for update`,
    );
  const stored = db.$with("stored", getTableColumns(messages)).as(sql`
    insert into messages (conversation_id, sender_id, body, attachment_ids, client_id, created_at)
    select locked.id, sender_id, body, attachment_ids::int[], client_id, created_at
    from unnest(${givenList("conversationIds", "int")}, ${givenList("senderIds", "int")}, ${givenList("bodies", "text")},
        ${givenList("attachmentIds", "text")}, ${givenList("clientIds", "text")}, ${givenList("moments", "timestamptz")})
      with ordinality as given (conversation_id, sender_id, body, attachment_ids, client_id, created_at, place)
    join locked on locked.id = conversation_id
    order by place
    on conflict (conversation_id, sender_id, client_id) where client_id is not null do nothing
    returning *`);
  // The first of those they have not read sets the moment to remind them; the very first of a conversation does not: it
  // tells of itself.
  const remindAt = (reader: SQL, news: SQL) => sql`case
    when ${news} > 0 and ${reader}_unread = 0 and last_message_id is not null
    then first_at + ${unreadPatience} * interval '1 millisecond' else ${reader}_remind_at end`;
  const [customer, advisor] = [sql.raw("customer"), sql.raw("advisor")];
  const changed = db.$with("changed", getTableColumns(conversations)).as(sql`
    update conversations set
      last_message_id = last_id,
      last_message_at = last_at,
      customer_unread = customer_unread + by_advisor,
      advisor_unread = advisor_unread + by_customer,
      customer_remind_at = ${remindAt(customer, sql.raw("by_advisor"))},
      advisor_remind_at = ${remindAt(advisor, sql.raw("by_customer"))}
    from (
      select c.id as conversation_id, max(m.id) as last_id, min(m.created_at) as first_at, max(m.created_at) as last_at,
        count(*) filter (where sender_id = customer_id)::int as by_customer,
        count(*) filter (where sender_id = advisor_id)::int as by_advisor
      from stored m join conversations c on c.id = m.conversation_id group by c.id
    ) news
    where conversations.id = news.conversation_id
    returning conversations.*`);
  return db
    .with(locked, stored, changed)
    .select({ last: stored._.selectedFields, conversation: changed._.selectedFields })
    .from(stored)
    .innerJoin(changed, eq(changed.id, stored.conversationId))
    .orderBy(asc(stored.id))
    .prepare("store_messages");
}
const prepared = new WeakMap<Db, ReturnType<typeof prepareStoring>>();

/**
 * Stores messages of conversations that exist, in one statement: each is its conversation's last one now, and one more
 * that the other side has not read. Ids grow in the order given, which the answer keeps.
 */
export async function storeMessages(db: Db, given: readonly NewMessage[]): Promise<StoredMessage[]> {
  const statement = prepared.get(db) ?? prepareStoring(db);
  prepared.set(db, statement);
  const rows = await statement.execute({
    conversationIds: given.map(({ conversationId }) => conversationId),
    senderIds: given.map(({ senderId }) => senderId),
    bodies: given.map(({ body }) => body),
    attachmentIds: given.map(({ attachmentIds }) => `{${attachmentIds.join()}}`),
    clientIds: given.map(({ clientId }) => clientId),
    moments: given.map(({ createdAt }) => createdAt.toISOString()),
  });
  const results: StoredMessage[] = [];
  for (const one of given) {
    // Only those that were stored before are left out, and what they were repeats of has their clientId.
    const isNext = (["conversationId", "senderId", "clientId"] as const).every(
      (key) => rows[0]?.last[key] === one[key],
    );
    const stored = isNext && rows.shift();
    results.push(stored || { last: (await findSent(db, one)) as MessageRow, conversation: null });
  }
  return results;
}

/** What a sender has stored in a conversation under a clientId. */
export async function findSent(
  db: Db,
  { conversationId, senderId, clientId }: Pick<NewMessage, "conversationId" | "senderId" | "clientId">,
): Promise<MessageRow | null> {
  if (clientId === null) return null;
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
        eq(messages.clientId, clientId),
      ),
    );
  return row ?? null;
}

/** The id of the pair's conversation; `begun` when it is this transaction that begins it. */
export async function beginConversation(tx: Db, pair: Pair, now: Date): Promise<{ id: number; begun: boolean }> {
  const [row] = await tx
    .insert(conversations)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (row) return { ...row, begun: true };
  // Not ours to begin after all: the other side, or an earlier attempt, was quicker by a moment.
  const [existing] = await tx.select({ id: conversations.id }).from(conversations).where(isPair(pair));
  return { id: existing?.id as number, begun: false };
}
