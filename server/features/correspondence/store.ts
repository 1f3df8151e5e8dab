import { beginningOf } from "@plumbline/contract/beginning.ts";
import type { Attachment, ThreadKind, ThreadState } from "@plumbline/contract/correspondence/rules.ts";
import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { allOf } from "../../database/conditions.ts";
import { waitingCountsColumn, withCounts } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { sendAlong } from "../../database/transaction.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { threadMessages, threads } from "./schema.ts";

type Thread = typeof threads.$inferSelect;
export type ThreadRow = Thread & { assignedName: string | null };
export type ThreadMessageRow = typeof threadMessages.$inferSelect & { staffName: string | null };

/** `name` is null for a member's own. */
export type NewThread = Pick<Thread, "kind" | "email" | "memberId"> & { name: string | null; text: string };

/** How much of the first message a list shows. */
const excerptLength = 200;

/** Opens a conversation with its first message, in one statement. */
export async function insertThread(db: Db, { text, name, kind, email, memberId }: NewThread, now: Date): Promise<void> {
  const excerpt = beginningOf(text.replace(/\s+/g, " "), excerptLength);
  const at = now.toISOString();
  const writer = name ?? nameColumn(sql`${memberId}::int`);
  await sendAlong(
    db,
    db.execute(sql`
      with opened as (
        insert into correspondence_threads (kind, name, email, member_id, excerpt, opened_at, last_at)
        values (${kind}, ${writer}, ${email}, ${memberId}, ${excerpt}, ${at}, ${at}) returning id
      )
      insert into correspondence_messages (thread_id, text, created_at) select id, ${text}, ${at} from opened`),
  );
}

const withNames = (db: Db) =>
  db
    .select({ thread: threads, assignedName: nameColumn(sql`${threads.assignedTo}`) })
    .from(threads)
    .$dynamic();

type Filters = { state: ThreadState; kind: ThreadKind | null; assigned: "me" | "nobody" | null; reader: number };
const { placeholder } = sql;

const pagesOf = preparedBy((db, state: "open" | "others") => {
  const passes = allOf(
    eq(threads.state, placeholder("state")),
    sql`(${placeholder("kind")}::text is null or ${threads.kind} = ${placeholder("kind")})`,
    sql`case ${placeholder("assigned")}::text when 'me' then ${threads.assignedTo} = ${placeholder("reader")}
      when 'nobody' then ${threads.assignedTo} is null else true end`,
  );
  return numberedPages(db, `correspondence_${state}`, {
    id: threads.id,
    ids: (more) => db.select({ id: threads.id }).from(threads).where(and(passes, more)).$dynamic(),
    order: [threads.lastAt, threads.id],
    descending: state === "others",
    rows: (isOnPage) => withNames(db).where(isOnPage),
  });
});

/** Counting ends there, so that it takes no longer when more wait. */
const mostCounted = 1000;

const firstOpen = preparedOn((db) => {
  const isOpen = eq(threads.state, "open").inlineParams();
  const counted = db
    .select({ overdue: sql`${threads.lastAt} < ${placeholder("before")}::timestamptz`.as("overdue") })
    .from(threads)
    .where(isOpen)
    .orderBy(asc(threads.lastAt))
    .limit(mostCounted);
  const { id, name, kind, lastAt, assignedTo } = threads;
  return db
    .select({
      id,
      name,
      kind,
      lastAt,
      assignedTo,
      assignedName: nameColumn(sql`${assignedTo}`),
      counts: waitingCountsColumn(counted),
    })
    .from(threads)
    .where(isOpen)
    .orderBy(asc(lastAt), asc(id))
    .limit(placeholder("limit"))
    .prepare("first_open_threads");
});

/**
 * The conversations that have waited longest for our answer, with how many wait, and how many of them since before a time;
 * counted up to a thousand.
 */
export const firstOpenThreads = async (db: Db, before: Date, limit: number) =>
  withCounts(await firstOpen(db).execute({ before: before.toISOString(), limit }));

const flat = ({ thread, assignedName }: { thread: Thread; assignedName: string | null }): ThreadRow => ({
  ...thread,
  assignedName,
});

/** Open conversations longest waiting first, all others newest first. */
export async function pageOfThreads(
  db: Db,
  filters: Filters,
  page: number,
  limit: number,
): Promise<{ rows: ThreadRow[]; total: number }> {
  const pages = pagesOf(db, filters.state === "open" ? "open" : "others");
  const { rows, total } = await pages(filters, page, limit);
  return { rows: rows.map(flat), total };
}

/** A conversation's messages in order, as a column, so that reading one is a single round trip. */
const messagesColumn = sql<(Omit<ThreadMessageRow, "createdAt"> & { createdAt: string })[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', m.id, 'threadId', m.thread_id, 'staffId', m.staff_id, 'text', m.text,
    'quoted', m.quoted, 'sender', m.sender, 'attachments', m.attachments,
    'createdAt', m.created_at, 'staffName', ${nameColumn(sql`m.staff_id`)}) order by m.id)
  from correspondence_messages m where m.thread_id = correspondence_threads.id), '[]')`;

const one = preparedOn((db) =>
  db
    .select({ thread: threads, assignedName: nameColumn(sql`${threads.assignedTo}`), messages: messagesColumn })
    .from(threads)
    .where(eq(threads.id, placeholder("id")))
    .prepare("correspondence_thread"),
);

export async function findThread(
  db: Db,
  id: number,
): Promise<{ thread: ThreadRow; messages: ThreadMessageRow[] } | null> {
  const [found] = await one(db).execute({ id });
  if (!found) return null;
  const messages = found.messages.map((message) => ({ ...message, createdAt: new Date(message.createdAt) }));
  return { thread: flat(found), messages };
}

/** Changes with every message: when the last one was written. */
export const versionOf = ({ lastAt }: Pick<Thread, "lastAt">): number => lastAt.getTime();

// Written into the text: a parameter would not let the index of what is not closed be used (ADR-021).
const isNotClosed = ne(threads.state, "closed").inlineParams();
/** Not closed and, when a version is given, nothing was written since. */
const isAsRead = (version: number | undefined) =>
  version === undefined
    ? isNotClosed
    : allOf(
        isNotClosed,
        sql`date_trunc('milliseconds', ${threads.lastAt}) = ${new Date(version).toISOString()}::timestamptz`,
      );

/**
 * Appends an answer of ours to a conversation that is not closed, and returns the writer's name; null when it is closed, or
 * when it has another version than the one given.
 */
export async function insertAnswer(
  db: Db,
  id: number,
  { staffId, text, version, now }: { staffId: number; text: string; version: number | undefined; now: Date },
): Promise<{ writer: string } | null> {
  const [answered] = await db
    .update(threads)
    .set({ state: "answered", lastAt: now, assignedTo: sql`coalesce(${threads.assignedTo}, ${staffId})` })
    .where(and(eq(threads.id, id), isAsRead(version)))
    .returning({ writer: nameColumn(sql`${staffId}`) });
  if (!answered) return null;
  await sendAlong(db, db.insert(threadMessages).values({ threadId: id, staffId, text, createdAt: now }));
  return { writer: answered.writer ?? "" };
}

export type Reply = {
  text: string;
  quoted: string | null;
  from: string;
  attachments: Attachment[];
  mailKey: string;
};

/**
 * Appends a reply that came by e-mail, with which the conversation waits for our answer, also a closed one. False when there
 * is no such conversation, or when the reply is there already.
 */
export async function insertReply(db: Db, id: number, reply: Reply, now: Date): Promise<boolean> {
  const { text, quoted, from, attachments, mailKey } = reply;
  const at = now.toISOString();
  const { rows } = await db.execute(sql`
    with said as (
      insert into correspondence_messages (thread_id, text, quoted, sender, attachments, mail_key, created_at)
      select id, ${text}, ${quoted}, nullif(${from}::text, lower(email)), ${JSON.stringify(attachments)}::jsonb, ${mailKey}, ${at}
      from correspondence_threads where id = ${id}
      on conflict (thread_id, mail_key) do nothing returning thread_id
    )
    update correspondence_threads set state = 'open', last_at = ${at} from said where id = said.thread_id
    returning correspondence_threads.id`);
  return rows.length > 0;
}

/** Changes a conversation that satisfies the condition; false when it does not. */
async function update(db: Db, id: number, set: Partial<Thread>, condition: SQL): Promise<boolean> {
  const rows = await db
    .update(threads)
    .set(set)
    .where(and(eq(threads.id, id), condition))
    .returning({ id: threads.id });
  return rows.length > 0;
}

export const markClosed = (db: Db, id: number, version: number | undefined) =>
  update(db, id, { state: "closed" }, isAsRead(version));
export const markOpen = (db: Db, id: number, now: Date) =>
  update(db, id, { state: "open", lastAt: now }, eq(threads.state, "closed"));
export const markAssigned = (db: Db, id: number, staffId: number) =>
  update(db, id, { assignedTo: staffId }, isNotClosed);
export const markReleased = (db: Db, id: number, staffId: number) =>
  update(db, id, { assignedTo: null }, allOf(isNotClosed, eq(threads.assignedTo, staffId)));

/** Releases what somebody has of the conversations that are not closed, and returns their ids. */
export async function releaseThreadsOf(tx: Db, staffId: number): Promise<number[]> {
  const released = await tx
    .update(threads)
    .set({ assignedTo: null })
    .where(allOf(isNotClosed, eq(threads.assignedTo, staffId)))
    .returning({ id: threads.id });
  return released.map(({ id }) => id);
}
