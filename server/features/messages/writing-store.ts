import { reachableStates, unreadReminderDelay } from "@plumbline/contract/messages/rules.ts";
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { isInState, isStripeSetUp } from "../../auth/member-join.ts";
import { arrayParameter, type Db, isAmong } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { sendAlong } from "../../database/transaction.ts";
import { conversations, messages } from "./schema.ts";
import { correspondents, type MessageRow, mayGoOn, type Pair, type Thread, withCorrespondents } from "./store.ts";

export type NewMessage = Pair & Omit<MessageRow, "id" | "conversationId" | "removedReason">;
/**
 * A stored message with its conversation after it, and the id of the message before it; null for a conversation's
 * first.
 */
export type StoredMessage = Thread & { last: MessageRow; previous: number | null };

function prepareStoring(db: Db) {
  // The lock makes the ids of a conversation grow in commit order, across all processes.
  const locked = db.$with("locked", { id: conversations.id, lastMessageId: conversations.lastMessageId }).as(sql`
    select id, customer_id, advisor_id, last_message_id from conversations
    where (customer_id, advisor_id) in (
      select * from unnest(${arrayParameter("customerIds", "int")}, ${arrayParameter("advisorIds", "int")}))
    order by id for update`);
  const receiver = sql.raw("case when sender_id = customer_id then advisor_id else customer_id end");
  // The same condition as writePermission for members who know each other, checked in this statement so that an account
  // closed meanwhile is noticed; may-write.test.ts compares the two in all states.
  const stored = db.$with("stored", getTableColumns(messages)).as(sql`
    insert into messages (conversation_id, sender_id, body, attachment_ids, client_id, created_at)
    select locked.id, sender_id, body, attachment_ids::int[], client_id, given.created_at
    from unnest(${arrayParameter("customerIds", "int")}, ${arrayParameter("advisorIds", "int")}, ${arrayParameter("senderIds", "int")},
        ${arrayParameter("bodies", "text")}, ${arrayParameter("attachmentIds", "text")}, ${arrayParameter("clientIds", "text")},
        ${arrayParameter("moments", "timestamptz")})
      with ordinality as given (customer_id, advisor_id, sender_id, body, attachment_ids, client_id, created_at, place)
    join locked using (customer_id, advisor_id)
    where ${isStripeSetUp(sql.raw("sender_id"))} and ${isInState(receiver, reachableStates)}
      and ${mayGoOn(sql.raw("given.customer_id"), sql.raw("given.advisor_id"))}
    order by place
    on conflict (conversation_id, sender_id, client_id) where client_id is not null do nothing
    returning *`);
  // The first unread message schedules the reminder. The first message of a conversation has a notification of its own
  // instead.
  const remindAt = (reader: SQL, news: SQL) => sql`case
    when ${news} > 0 and ${reader}_unread = 0 and last_message_id is not null
    then first_at + ${unreadReminderDelay} * interval '1 millisecond' else ${reader}_remind_at end`;
  const [customer, advisor] = [sql.raw("customer"), sql.raw("advisor")];
  const changed = db.$with("changed", getTableColumns(conversations)).as(sql`
    update conversations set
      last_message_id = last_id,
      last_message_at = last_at,
      customer_unread = customer_unread + by_advisor,
      advisor_unread = advisor_unread + by_customer,
      asked_at = coalesce(asked_at, first_asked_at),
      answered_at = coalesce(answered_at, case
        when asked_at is not null then first_answered_at
        when last_answered_at >= first_asked_at then last_answered_at end),
      customer_remind_at = ${remindAt(customer, sql.raw("by_advisor"))},
      advisor_remind_at = ${remindAt(advisor, sql.raw("by_customer"))}
    from (
      select c.id as conversation_id, max(m.id) as last_id, min(m.created_at) as first_at, max(m.created_at) as last_at,
        count(*) filter (where sender_id = customer_id)::int as by_customer,
        count(*) filter (where sender_id = advisor_id)::int as by_advisor,
        min(m.created_at) filter (where sender_id = customer_id) as first_asked_at,
        min(m.created_at) filter (where sender_id = advisor_id) as first_answered_at,
        max(m.created_at) filter (where sender_id = advisor_id) as last_answered_at
      from stored m join conversations c on c.id = m.conversation_id group by c.id
    ) news
    where conversations.id = news.conversation_id
    returning conversations.*`);
  const result = db
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
  return withCorrespondents(result.$dynamic(), changed).orderBy(asc(stored.id)).prepare("store_messages");
}
const statementsOf = preparedOn(prepareStoring);

/** `begins`: this may be the first message between the two. */
export type MessageToWrite = NewMessage & { begins: boolean };
/** Stores a message; null as for `storeMessages`. */
export type MessageWriter = (message: MessageToWrite) => Promise<StoredMessage | null>;

/**
 * Stores messages of existing conversations in one statement, and updates each conversation's last message and unread
 * count. Ids grow in the given order, in which the result is. Null stands for a message that is already stored under
 * its clientId, that may not be written, or that would be the first between two members.
 */
export async function storeMessages(db: Db, given: readonly NewMessage[]): Promise<(StoredMessage | null)[]> {
  const statement = statementsOf(db);
  const rows: StoredMessage[] = await statement.execute({
    customerIds: given.map(({ customerId }) => customerId),
    advisorIds: given.map(({ advisorId }) => advisorId),
    senderIds: given.map(({ senderId }) => senderId),
    bodies: given.map(({ body }) => body),
    attachmentIds: given.map(({ attachmentIds }) => `{${attachmentIds.join()}}`),
    clientIds: given.map(({ clientId }) => clientId),
    moments: given.map(({ createdAt }) => createdAt.toISOString()),
  });
  linkPrevious(rows);
  return given.map((one) => {
    const [next] = rows;
    if (!isStoredFormOf(one, next)) return null;
    rows.shift();
    return next;
  });
}

/**
 * The statement returns each conversation's last message from before it; messages stored together follow one another.
 */
function linkPrevious(rows: readonly StoredMessage[]): void {
  const latest = new Map<number, number>();
  for (const row of rows) {
    const { conversationId, id } = row.last;
    row.previous = latest.get(conversationId) ?? row.previous;
    latest.set(conversationId, id);
  }
}

/** Whether a row is the stored form of a message, compared by sender and receiver, and by clientId. */
function isStoredFormOf(
  { customerId, advisorId, senderId, clientId }: NewMessage,
  row: StoredMessage | undefined,
): row is StoredMessage {
  return (
    row?.conversation.customerId === customerId &&
    row.conversation.advisorId === advisorId &&
    row.last.senderId === senderId &&
    row.last.clientId === clientId
  );
}

/** The message that a sender has stored in a conversation under a clientId. */
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

/** Inserts the pair's conversation; its id, or null when it exists already. */
export async function beginConversation(tx: Db, pair: Pair, now: Date): Promise<number | null> {
  const [row] = await tx
    .insert(conversations)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  return row?.id ?? null;
}

/** Removes conversations that have no message. */
export async function removeConversations(tx: Db, ids: readonly number[]): Promise<void> {
  await sendAlong(tx, tx.delete(conversations).where(isAmong(conversations.id, ids)));
}
