import { and, asc, desc, eq, gt, lt, lte, or, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { isEitherSuspended, memberJoin } from "../../auth/member-join.ts";
import type { Member } from "../../auth/members.ts";
import { batchedReads } from "../../database/batched-reads.ts";
import { arrayParameter, type Db, isAmong } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { fileColumn } from "../../files/file-column.ts";
import { workRunsBetween } from "../engagements/running-column.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import type { ProfileRow } from "../profiles/store.ts";
import { conversations, messages } from "./schema.ts";

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
/** The two members of a conversation; there is one conversation per pair. */
export type Pair = { customerId: number; advisorId: number };
/** A member of a conversation: what decides whether they may write, and what the other one sees. */
type Correspondent = Pick<Member, "id" | "role" | "state" | "standing" | "stripeSetup"> &
  Pick<ProfileRow, "name" | "headLine" | "companyName"> & { photo: { id: number; name: string } | null };
export type Correspondents = {
  customer: Correspondent;
  advisor: Correspondent;
  /** Whether agreed work runs between the two; also true when neither is suspended, because it does not matter then. */
  workRuns: boolean;
};
/** A conversation with its members and its last message. */
export type Thread = Correspondents & { conversation: ConversationRow; last: MessageRow | null };

export const pairIn = ({ customer, advisor }: Correspondents): Pair => ({
  customerId: customer.id,
  advisorId: advisor.id,
});

const joinsOf = (side: "customer" | "advisor") => ({
  member: memberJoin(`${side}s`),
  profile: profileJoin(`${side}_profiles`),
});
const [customers, advisors] = [joinsOf("customer"), joinsOf("advisor")];
function columnsOf({ member, profile }: typeof customers) {
  const { id, role, state, standing, stripeSetup } = member.columns;
  const { name, headLine, companyName, photoId } = profile.columns;
  return { id, role, state, standing, stripeSetup, name, headLine, companyName, photo: fileColumn(sql`${photoId}`) };
}
const [customerId, advisorId] = [sql`${customers.member.columns.id}`, sql`${advisors.member.columns.id}`];
export const correspondents = {
  customer: columnsOf(customers),
  advisor: columnsOf(advisors),
  workRuns: mayGoOn(customerId, advisorId),
};

/**
 * SQL condition: neither of the two is suspended, or work runs between them. A CASE, so that their engagements are looked at
 * only where it matters.
 */
export function mayGoOn(customerId: SQL, advisorId: SQL): SQL<boolean> {
  return sql`(case when ${isEitherSuspended(customerId, advisorId)} then ${workRunsBetween(customerId, advisorId)} else true end)`;
}

/** A part of others' queries: the customers with whom an advisor shares a conversation, the latest 500 (decision 24). */
export const customersInConversationWith = (db: Db, advisorId: Placeholder) =>
  db
    .select({ id: conversations.customerId })
    .from(conversations)
    .where(eq(conversations.advisorId, advisorId))
    .orderBy(desc(conversations.lastMessageId))
    .limit(500);

const isPair = ({ customerId, advisorId }: Record<keyof Pair, number | Placeholder>) =>
  and(eq(conversations.customerId, customerId), eq(conversations.advisorId, advisorId));

/** Joins the two members by the columns in `from`. */
export function withCorrespondents<Query extends PgSelect>(query: Query, from: Record<keyof Pair, SQLWrapper>) {
  const withCustomers = customers.profile.join(customers.member.join(query, from.customerId), from.customerId);
  return advisors.profile.join(advisors.member.join(withCustomers, from.advisorId), from.advisorId);
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
      sql`unnest(${arrayParameter("customerIds", "int")}, ${arrayParameter("advisorIds", "int")}) as pairs (customer_id, advisor_id)`,
    )
    .leftJoin(
      conversations,
      and(eq(conversations.customerId, pairs.customerId), eq(conversations.advisorId, pairs.advisorId)),
    );
  const all = withCorrespondents(some.$dynamic(), pairs).prepare("between");
  return batchedReads<Between, string>(async (keys) => {
    const asked = keys.map((key) => key.split(" ").map(Number));
    const rows = await all.execute({ customerIds: asked.map(([id]) => id), advisorIds: asked.map(([, id]) => id) });
    return new Map(rows.map((row) => [`${row.customer.id} ${row.advisor.id}`, row]));
  });
}

function prepareReads(db: Db) {
  const placeholder = sql.placeholder;
  const history = (order: typeof asc) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, placeholder("conversationId")),
          lt(messages.id, placeholder("before")),
          gt(messages.id, placeholder("after")),
        ),
      )
      .orderBy(order(messages.id))
      .limit(placeholder("limit"));
  return {
    between: prepareBetween(db),
    thread: threads(db)
      .where(isPair({ customerId: placeholder("customerId"), advisorId: placeholder("advisorId") }))
      .prepare("thread_of_pair"),
    threads: threads(db)
      .where(sql`${conversations.id} = any(${arrayParameter("ids", "int")})`)
      .prepare("threads_by_id"),
    upward: history(desc).prepare("messages_upward"),
    onward: history(asc).prepare("messages_onward"),
  };
}
const readsOf = preparedOn(prepareReads);

const columnOf = (role: string) => (role === "advisor" ? conversations.advisorId : conversations.customerId);
const sideOf = (role: string) => (role === "advisor" ? "advisor" : "customer");

const listOf = preparedBy((db, role: "advisor" | "customer", from: "newest" | "before") => {
  const older = lt(conversations.lastMessageId, sql.placeholder("before"));
  return threads(db)
    .where(and(eq(columnOf(role), sql.placeholder("id")), from === "before" ? older : undefined))
    .orderBy(desc(conversations.lastMessageId))
    .limit(sql.placeholder("limit"))
    .prepare(`threads_of_${role}_${from}`);
});

/** A member's conversations, latest first; the role decides which column, and so which index, is used. */
export async function threadsOf(
  db: Db,
  { id, role }: { id: number; role: string },
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Thread[]> {
  const list = listOf(db, sideOf(role), before === undefined ? "newest" : "before");
  return list.execute({ id, before, limit });
}

export async function findThread(db: Db, pair: Pair): Promise<Thread | null> {
  const [row] = await readsOf(db).thread.execute(pair);
  return row ?? null;
}

/** A message of a conversation, and its two members. */
export async function findMessage(db: Db, conversationId: number, id: number) {
  const [row] = await db
    .select({ message: messages, customerId: conversations.customerId, advisorId: conversations.advisorId })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)));
  return row ?? null;
}

/** Two members, and the id of their conversation if they have one. */
export type Between = Correspondents & { conversationId: number | null };

/** Null when one of them does not exist. */
export function findBetween(db: Db, { customerId, advisorId }: Pair): Promise<Between | null> {
  return readsOf(db).between(`${customerId} ${advisorId}`);
}

const readingBy = preparedBy((db, reader: "customer" | "advisor") => {
  const { placeholder } = sql;
  const [unread, readId] =
    reader === "customer"
      ? [conversations.customerUnread, conversations.customerReadId]
      : [conversations.advisorUnread, conversations.advisorReadId];
  const last = sql`coalesce(${conversations.lastMessageId}, 0)`;
  const read =
    reader === "customer"
      ? { customerUnread: 0, customerReadId: last, customerRemindAt: null }
      : { advisorUnread: 0, advisorReadId: last, advisorRemindAt: null };
  return db
    .update(conversations)
    .set(read)
    .where(
      and(
        isPair({ customerId: placeholder("customerId"), advisorId: placeholder("advisorId") }),
        or(gt(unread, 0), lt(readId, last)),
      ),
    )
    .returning()
    .prepare(`read_by_${reader}`);
});

/** Marks a conversation as read for one side; null when there was nothing unread. */
export async function updateRead(db: Db, pair: Pair, reader: "customer" | "advisor"): Promise<ConversationRow | null> {
  const [row] = await readingBy(db, reader).execute(pair);
  return row ?? null;
}

/**
 * Returns conversations whose reminder is due and clears it, so that no other process sends it, and no later message sets it
 * again before the reader has read.
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
  return tx.update(conversations).set(done).where(isAmong(conversations.id, ids)).returning();
}

/** The number of unread messages of one member in a conversation. */
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

const newestOf = preparedBy((db, role: "advisor" | "customer") => {
  const limit = sql.placeholder("limit");
  const latest = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(columnOf(role), sql.placeholder("id")))
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
  return db
    .select(newest._.selectedFields)
    .from(latest)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.id))
    .limit(limit)
    .prepare(`newest_messages_of_${role}`);
});

/** The newest messages of all a member's conversations; they can only be in the latest `limit` conversations. */
export async function newestMessagesOf(
  db: Db,
  { id, role }: { id: number; role: string },
  limit: number,
): Promise<MessageRow[]> {
  return newestOf(db, sideOf(role)).execute({ id, limit });
}

export async function threadsByIds(db: Db, ids: readonly number[]): Promise<Thread[]> {
  if (ids.length === 0) return [];
  return readsOf(db).threads.execute({ ids });
}
