import { and, asc, desc, eq, gt, inArray, lt, lte, or, type Placeholder, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgSelect } from "drizzle-orm/pg-core";
import { type Db, givenList } from "../../platform/database.ts";
import { together } from "../../platform/together.ts";
import { conversations, files, members, messages, profiles } from "../../schema.ts";

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
/** The two members of a conversation; there is one conversation per pair. */
export type Pair = { customerId: number; advisorId: number };
/** One of the two: what decides whether they may write, and what the other sees of them. */
export type Correspondent = Pick<typeof members.$inferSelect, "id" | "role" | "state" | "stripeSetup"> &
  Pick<typeof profiles.$inferSelect, "name" | "headLine" | "companyName"> & {
    photoId: number | null;
    photoName: string | null;
  };
export type Correspondents = { customer: Correspondent; advisor: Correspondent };
/** A conversation with what its members see of it at a glance. */
export type Thread = Correspondents & { conversation: ConversationRow; last: MessageRow | null };

export const pairIn = ({ customer, advisor }: Correspondents): Pair => ({
  customerId: customer.id,
  advisorId: advisor.id,
});

const of = <Prefix extends string>(prefix: Prefix) => ({
  member: alias(members, `${prefix}s`),
  profile: alias(profiles, `${prefix}_profiles`),
  photo: alias(files, `${prefix}_photos`),
});
const [customers, advisors] = [of("customer"), of("advisor")];
const correspondent = ({ member, profile, photo }: typeof customers | typeof advisors) => ({
  id: member.id,
  role: member.role,
  state: member.state,
  stripeSetup: member.stripeSetup,
  name: profile.name,
  headLine: profile.headLine,
  companyName: profile.companyName,
  photoId: photo.id,
  photoName: photo.name,
});
export const correspondents = { customer: correspondent(customers), advisor: correspondent(advisors) };

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

const isPair = ({ customerId, advisorId }: Record<keyof Pair, number | Placeholder>) =>
  and(eq(conversations.customerId, customerId), eq(conversations.advisorId, advisorId));
const isMember = (memberId: number) =>
  or(eq(conversations.customerId, memberId), eq(conversations.advisorId, memberId));

/** Joins the two members whom a query names in the columns given as `from`. */
export function withCorrespondents<Query extends PgSelect>(query: Query, from: Record<keyof Pair, SQLWrapper>) {
  return query
    .innerJoin(customers.member, eq(customers.member.id, from.customerId))
    .innerJoin(customers.profile, eq(customers.profile.memberId, from.customerId))
    .leftJoin(customers.photo, eq(customers.photo.id, customers.profile.photoId))
    .innerJoin(advisors.member, eq(advisors.member.id, from.advisorId))
    .innerJoin(advisors.profile, eq(advisors.profile.memberId, from.advisorId))
    .leftJoin(advisors.photo, eq(advisors.photo.id, advisors.profile.photoId));
}

function threads(db: Db) {
  const some = db
    .select({ conversation: conversations, last: messages, ...correspondents })
    .from(conversations)
    .leftJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.id, conversations.lastMessageId)),
    );
  return withCorrespondents(some.$dynamic(), conversations);
}

function prepareBetween(db: Db) {
  const pairs = { customerId: sql`pairs.customer_id`, advisorId: sql`pairs.advisor_id` };
  const some = db
    .select({ conversationId: conversations.id, ...correspondents })
    .from(
      sql`unnest(${givenList("customerIds", "int")}, ${givenList("advisorIds", "int")}) as pairs (customer_id, advisor_id)`,
    )
    .leftJoin(
      conversations,
      and(eq(conversations.customerId, pairs.customerId), eq(conversations.advisorId, pairs.advisorId)),
    );
  const all = withCorrespondents(some.$dynamic(), pairs).prepare("between");
  return together<Between, string>(async (keys) => {
    const asked = keys.map((key) => key.split(" ").map(Number));
    const rows = await all.execute({ customerIds: asked.map(([id]) => id), advisorIds: asked.map(([, id]) => id) });
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

/** Two members, of whom one would write to the other, and their conversation if they have one. */
export type Between = Correspondents & { conversationId: number | null };

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

export async function threadsByIds(db: Db, ids: readonly number[]): Promise<Thread[]> {
  if (ids.length === 0) return [];
  return threads(db).where(inArray(conversations.id, [...ids]));
}
