import { openStates, unreadPatience } from "@plumbline/contract/messages/rules.ts";
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import { conversations, messages } from "../../schema.ts";
import { correspondents, type MessageRow, type Pair, type Thread, withCorrespondents } from "./store.ts";

export type NewMessage = Pair & Omit<MessageRow, "id" | "conversationId">;
/** A message with its conversation as it is then, and the id of the message before it; null for a conversation's first. */
export type StoredMessage = Thread & { last: MessageRow; previous: number | null };

function prepareStoring(db: Db) {
  // Ids grow within a conversation: whoever writes next, in any process, waits for this one's commit.
  const locked = db.$with("locked", { id: conversations.id, lastMessageId: conversations.lastMessageId }).as(sql`
    select id, customer_id, advisor_id, last_message_id from conversations
    where (customer_id, advisor_id) in (
      select * from unnest(${givenList("customerIds", "int")}, ${givenList("advisorIds", "int")}))
    order by id for update`);
  // Whether they may write is asked as it is stored: nobody is closed in between (verdictOn, for members who know each other).
  const stored = db.$with("stored", getTableColumns(messages)).as(sql`
    insert into messages (conversation_id, sender_id, body, attachment_ids, client_id, created_at)
    select locked.id, sender_id, body, attachment_ids::int[], client_id, given.created_at
    from unnest(${givenList("customerIds", "int")}, ${givenList("advisorIds", "int")}, ${givenList("senderIds", "int")},
        ${givenList("bodies", "text")}, ${givenList("attachmentIds", "text")}, ${givenList("clientIds", "text")},
        ${givenList("moments", "timestamptz")})
      with ordinality as given (customer_id, advisor_id, sender_id, body, attachment_ids, client_id, created_at, place)
    join locked using (customer_id, advisor_id)
    join members writer on writer.id = sender_id
    join members receiver on receiver.id = case when sender_id = customer_id then advisor_id else customer_id end
    where writer.stripe_setup and receiver.state in ${[...openStates]}
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
  const told = db
    .with(locked, stored, changed)
    .select({
      last: stored._.selectedFields,
      previous: locked.lastMessageId,
      conversation: changed._.selectedFields,
      ...correspondents,
    })
    .from(stored)
    .innerJoin(locked, eq(locked.id, stored.conversationId))
    .innerJoin(changed, eq(changed.id, stored.conversationId));
  return withCorrespondents(told.$dynamic(), changed).orderBy(asc(stored.id)).prepare("store_messages");
}
const prepared = new WeakMap<Db, ReturnType<typeof prepareStoring>>();

/**
 * Stores messages of conversations that exist, in one statement: each is its conversation's last one now, and one more
 * that the other side has not read. Ids grow in the order given, which the answer keeps; it has null for a message that
 * was stored before under its clientId, that must not be written, or that would be the first of two members.
 */
export async function storeMessages(db: Db, given: readonly NewMessage[]): Promise<(StoredMessage | null)[]> {
  const statement = prepared.get(db) ?? prepareStoring(db);
  prepared.set(db, statement);
  const rows: StoredMessage[] = await statement.execute({
    customerIds: given.map(({ customerId }) => customerId),
    advisorIds: given.map(({ advisorId }) => advisorId),
    senderIds: given.map(({ senderId }) => senderId),
    bodies: given.map(({ body }) => body),
    attachmentIds: given.map(({ attachmentIds }) => `{${attachmentIds.join()}}`),
    clientIds: given.map(({ clientId }) => clientId),
    moments: given.map(({ createdAt }) => createdAt.toISOString()),
  });
  chain(rows);
  return given.map((one) => (isOf(one, rows[0]) ? (rows.shift() as StoredMessage) : null));
}

/** The database tells what was each conversation's last message before; of those stored together, each follows another. */
function chain(rows: readonly StoredMessage[]): void {
  const latest = new Map<number, number>();
  for (const row of rows) {
    const { conversationId, id } = row.last;
    row.previous = latest.get(conversationId) ?? row.previous;
    latest.set(conversationId, id);
  }
}

/** Whether a row is what became of a message; of those left out, no other of the same sender to the same member is in. */
function isOf({ customerId, advisorId, senderId, clientId }: NewMessage, row: StoredMessage | undefined): boolean {
  return (
    row?.conversation.customerId === customerId &&
    row.conversation.advisorId === advisorId &&
    row.last.senderId === senderId &&
    row.last.clientId === clientId
  );
}

/** What a sender has stored in a conversation under a clientId. */
export async function findSent(
  db: Db,
  { conversationId, senderId, clientId }: { conversationId: number | null; senderId: number; clientId: string | null },
): Promise<MessageRow | null> {
  if (clientId === null || conversationId === null) return null;
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

/** Begins the pair's conversation; its id, or null when there is one already. */
export async function beginConversation(tx: Db, pair: Pair, now: Date): Promise<number | null> {
  const [row] = await tx
    .insert(conversations)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  return row?.id ?? null;
}
