import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, or, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database.ts";
import { together } from "../../platform/together.ts";
import { conversations, members, messages } from "../../schema.ts";
import { partyColumn, type RawParty } from "../profiles/party-column.ts";

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
/** The two members of a conversation; there is one conversation per pair. */
export type Pair = { customerId: number; advisorId: number };
/** What decides whether somebody may write. */
type Standing = Pick<typeof members.$inferSelect, "id" | "role" | "state" | "stripeSetup">;
/** A conversation with what its members see of it at a glance. */
export type Thread = { conversation: ConversationRow; last: MessageRow | null; customer: Standing; advisor: Standing };

export const pairIn = ({ customer, advisor }: Pick<Thread, "customer" | "advisor">): Pair => ({
  customerId: customer.id,
  advisorId: advisor.id,
});

const customers = alias(members, "customers");
const advisors = alias(members, "advisors");
const standing = (table: typeof customers | typeof advisors) => ({
  id: table.id,
  role: table.role,
  state: table.state,
  stripeSetup: table.stripeSetup,
});

/** The customers with whom an advisor shares a conversation; the latest first, at most 500 (decision 24). */
export async function customersInConversationWith(db: Db, advisorId: number): Promise<number[]> {
  const rows = await db
    .select({ id: conversations.customerId })
    .from(conversations)
    .where(eq(conversations.advisorId, advisorId))
    .orderBy(desc(conversations.lastMessageId))
    .limit(500);
  return rows.map(({ id }) => id);
}

export const isPair = ({ customerId, advisorId }: Record<keyof Pair, number | Placeholder>) =>
  and(eq(conversations.customerId, customerId), eq(conversations.advisorId, advisorId));
const isMember = (memberId: number) =>
  or(eq(conversations.customerId, memberId), eq(conversations.advisorId, memberId));

function threads(db: Db) {
  return db
    .select({ conversation: conversations, last: messages, customer: standing(customers), advisor: standing(advisors) })
    .from(conversations)
    .innerJoin(customers, eq(customers.id, conversations.customerId))
    .innerJoin(advisors, eq(advisors.id, conversations.advisorId))
    .leftJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.id, conversations.lastMessageId)),
    );
}

function prepareBetween(db: Db) {
  const some = db
    .select({
      conversationId: conversations.id,
      customer: standing(customers),
      advisor: standing(advisors),
      parties: sql<
        [RawParty, RawParty]
      >`json_build_array(${partyColumn(sql`${customers.id}`)}, ${partyColumn(sql`${advisors.id}`)})`,
    })
    .from(
      sql`unnest(${sql.placeholder("customerIds")}::int[], ${sql.placeholder("advisorIds")}::int[]) as pairs (customer_id, advisor_id)`,
    )
    .innerJoin(customers, sql`${customers.id} = pairs.customer_id`)
    .innerJoin(advisors, sql`${advisors.id} = pairs.advisor_id`)
    .leftJoin(conversations, and(eq(conversations.customerId, customers.id), eq(conversations.advisorId, advisors.id)))
    .prepare("between");
  return together<Between, string>(async (keys) => {
    const pairs = keys.map((key) => key.split(" ").map(Number));
    const rows = await some.execute({ customerIds: pairs.map(([id]) => id), advisorIds: pairs.map(([, id]) => id) });
    return new Map(rows.map((row) => [`${row.customer.id} ${row.advisor.id}`, row]));
  });
}

function prepareReads(db: Db) {
  const given = sql.placeholder;
  const history = (order: typeof asc) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, given("conversationId")),
          lt(messages.id, given("before")),
          gt(messages.id, given("after")),
        ),
      )
      .orderBy(order(messages.id))
      .limit(given("limit"));
  return {
    between: prepareBetween(db),
    thread: threads(db)
      .where(isPair({ customerId: given("customerId"), advisorId: given("advisorId") }))
      .prepare("thread_of_pair"),
    upward: history(desc).prepare("messages_upward"),
    onward: history(asc).prepare("messages_onward"),
  };
}
const prepared = new WeakMap<Db, ReturnType<typeof prepareReads>>();
function readsOf(db: Db) {
  const reads = prepared.get(db) ?? prepareReads(db);
  prepared.set(db, reads);
  return reads;
}

/** A member's conversations, the latest first; looked up on their role's side, so that one index answers. */
export async function threadsOf(
  db: Db,
  { id, role }: { id: number; role: string },
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Thread[]> {
  const mine = role === "advisor" ? conversations.advisorId : conversations.customerId;
  return threads(db)
    .where(and(eq(mine, id), before === undefined ? undefined : lt(conversations.lastMessageId, before)))
    .orderBy(desc(conversations.lastMessageId))
    .limit(limit);
}

export async function findThread(db: Db, pair: Pair): Promise<Thread | null> {
  const [row] = await readsOf(db).thread.execute(pair);
  return row ?? null;
}

/** Null for a stranger, as if there were none. */
export async function threadOfMember(db: Db, id: number, memberId: number): Promise<Thread | null> {
  const [row] = await threads(db).where(and(eq(conversations.id, id), isMember(memberId)));
  return row ?? null;
}

/** Two members, of whom one would write to the other, as others see them, and their conversation if they have one. */
export type Between = {
  conversationId: number | null;
  customer: Standing;
  advisor: Standing;
  parties: readonly RawParty[];
};

/** Null when one of them does not exist. */
export function findBetween(db: Db, { customerId, advisorId }: Pair): Promise<Between | null> {
  return readsOf(db).between(`${customerId} ${advisorId}`);
}

/** Null when there was nothing unread. */
export async function updateRead(db: Db, pair: Pair, reader: "customer" | "advisor"): Promise<ConversationRow | null> {
  const [unread, readId] =
    reader === "customer"
      ? [conversations.customerUnread, conversations.customerReadId]
      : [conversations.advisorUnread, conversations.advisorReadId];
  const last = sql`coalesce(${conversations.lastMessageId}, 0)`;
  const read =
    reader === "customer"
      ? { customerUnread: 0, customerReadId: last, customerRemindAt: null }
      : { advisorUnread: 0, advisorReadId: last, advisorRemindAt: null };
  const [row] = await db
    .update(conversations)
    .set(read)
    .where(and(isPair(pair), or(gt(unread, 0), lt(readId, last))))
    .returning();
  return row ?? null;
}

/**
 * Takes conversations whose reader is to be reminded by now, so that nobody else reminds them and a later message does not
 * either, until they have read.
 */
export async function takeUnread(
  tx: Db,
  reader: "customer" | "advisor",
  now: Date,
  limit: number,
): Promise<ConversationRow[]> {
  const at = reader === "customer" ? conversations.customerRemindAt : conversations.advisorRemindAt;
  const due = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(lte(at, now))
    .orderBy(at)
    .limit(limit)
    .for("update", { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const done = reader === "customer" ? { customerRemindAt: null } : { advisorRemindAt: null };
  return tx.update(conversations).set(done).where(inArray(conversations.id, ids)).returning();
}

/** How many messages of a conversation one of its members has not read. */
export async function unreadBy(db: Db, id: number, memberId: number): Promise<number> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  if (!row) return 0;
  return row.customerId === memberId ? row.customerUnread : row.advisorUnread;
}

type Window = { before?: number | undefined; after?: number | undefined; limit: number };

/** Messages of a conversation, oldest first; the newest before an id, or the oldest after one. */
export async function messagesIn(
  db: Db,
  conversationId: number,
  { before, after, limit }: Window,
): Promise<MessageRow[]> {
  const { upward, onward } = readsOf(db);
  const window = { conversationId, before: before ?? Number.MAX_SAFE_INTEGER, after: after ?? -1, limit };
  return after === undefined ? (await upward.execute(window)).reverse() : onward.execute(window);
}

/** The newest messages of all a member's conversations; those can only be in the latest `limit` of them. */
export async function newestMessagesOf(
  db: Db,
  { id, role }: { id: number; role: string },
  limit: number,
): Promise<MessageRow[]> {
  const mine = role === "advisor" ? conversations.advisorId : conversations.customerId;
  const latest = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(mine, id))
    .orderBy(desc(conversations.lastMessageId))
    .limit(limit)
    .as("latest");
  const newest = db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, latest.id))
    .orderBy(desc(messages.id))
    .limit(limit)
    .as("newest");
  return db.select(newest._.selectedFields).from(latest).crossJoinLateral(newest).orderBy(desc(newest.id)).limit(limit);
}

/** Oldest first. */
export async function messagesByIds(
  db: Db,
  named: readonly { conversationId: number; id: number }[],
): Promise<MessageRow[]> {
  const conversationIds = sql.param(named.map(({ conversationId }) => conversationId));
  const ids = sql.param(named.map(({ id }) => id));
  return db
    .select(getTableColumns(messages))
    .from(messages)
    .innerJoin(
      sql`unnest(${conversationIds}::int[], ${ids}::bigint[]) as named (conversation_id, id)`,
      sql`named.conversation_id = ${messages.conversationId} and named.id = ${messages.id}`,
    )
    .orderBy(asc(messages.id));
}

export async function threadsByIds(db: Db, ids: readonly number[]): Promise<Thread[]> {
  if (ids.length === 0) return [];
  return threads(db).where(inArray(conversations.id, [...ids]));
}
