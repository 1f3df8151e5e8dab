import { maxId } from "@plumbline/contract/fields.ts";
import { and, asc, count, desc, eq, gt, isNotNull, lt, lte, max, not, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert } from "../../database/prepared-writes.ts";
import { notifications } from "./schema.ts";

export type NotificationRow = typeof notifications.$inferSelect;
const isUnread = and(notifications.onBell, not(notifications.isRead));

const inserting = preparedInsert(notifications, "insert_notification", (insert) =>
  insert.onConflictDoNothing().returning(),
);

/** Null when this member has already been notified of this event. */
export async function insertNotification(
  db: Db,
  row: typeof notifications.$inferInsert,
): Promise<NotificationRow | null> {
  const [inserted] = await inserting(db, row);
  return inserted ?? null;
}

const readsOf = preparedOn((db) => {
  const { placeholder } = sql;
  const isTheirs = eq(notifications.memberId, placeholder("memberId"));
  return {
    page: db
      .select()
      .from(notifications)
      .where(and(isTheirs, notifications.onBell, lt(notifications.id, placeholder("before"))))
      .orderBy(desc(notifications.id))
      .limit(placeholder("limit"))
      .prepare("notifications_of"),
    unread: db
      .select({ count: count() })
      .from(notifications)
      .where(and(isTheirs, isUnread))
      .prepare("unread_notifications_of"),
    latest: db
      .select({ id: max(notifications.id) })
      .from(notifications)
      .where(isTheirs)
      .prepare("latest_notification_of"),
  };
});

export async function notificationsOf(
  db: Db,
  memberId: number,
  before: number | undefined,
  limit: number,
): Promise<NotificationRow[]> {
  return readsOf(db).page.execute({ memberId, before: before ?? maxId, limit });
}

export async function unreadOf(db: Db, memberId: number): Promise<number> {
  const [row] = await readsOf(db).unread.execute({ memberId });
  return row?.count ?? 0;
}

/** The newest id, on the bell or not; 0 without any. */
export async function latestOf(db: Db, memberId: number): Promise<number> {
  const [row] = await readsOf(db).latest.execute({ memberId });
  return row?.id ?? 0;
}

const marksOf = preparedOn((db) => {
  const { placeholder } = sql;
  const isTheirs = eq(notifications.memberId, placeholder("memberId"));
  return {
    one: db
      .update(notifications)
      .set({ isRead: sql`${placeholder("isRead")}` })
      .where(and(eq(notifications.id, placeholder("id")), isTheirs, notifications.onBell))
      .returning()
      .prepare("mark_notification"),
    upTo: db
      .update(notifications)
      .set({ isRead: true })
      .where(and(isTheirs, lte(notifications.id, placeholder("id")), isUnread))
      .prepare("mark_notifications_up_to"),
  };
});

/** Null for somebody else's, and for one that is not on the bell. */
export async function updateNotification(
  db: Db,
  memberId: number,
  id: number,
  isRead: boolean,
): Promise<NotificationRow | null> {
  const [row] = await marksOf(db).one.execute({ memberId, id, isRead });
  return row ?? null;
}

/** Marks the notifications on the member's bell read up to an id; returns the number still unread. */
export async function readUpTo(db: Db, memberId: number, upTo: number): Promise<number> {
  await marksOf(db).upTo.execute({ memberId, id: upTo });
  return unreadOf(db, memberId);
}

export async function findNotification(db: Db, id: number): Promise<NotificationRow | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.id, id));
  return row ?? null;
}

/** The highest id ever given to a notification; 0 before the first. */
export async function highestNotificationId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select case when is_called then last_value else 0 end as id from notifications_id_seq`,
  );
  return rows[0]?.id ?? 0;
}

/** The notifications of these members after an id, oldest first. */
export async function notificationsAfter(
  db: Db,
  memberIds: readonly number[],
  after: number,
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(sql`${notifications.memberId} = any(${sql.param(memberIds)}::int[])`, gt(notifications.id, after)))
    .orderBy(asc(notifications.id));
}

/** The members with rows for the digest of a day. */
export async function membersToDigest(db: Db, day: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: notifications.memberId })
    .from(notifications)
    .where(and(isNotNull(notifications.digestOn), lte(notifications.digestOn, day)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const waiting = (memberId: number, day: string) =>
  and(eq(notifications.memberId, memberId), lte(notifications.digestOn, day));

/** Takes a member's rows for the digest of a day, oldest first, so that no other digest includes them. */
export async function takeForDigest(tx: Db, memberId: number, day: string): Promise<NotificationRow[]> {
  const rows = await tx.update(notifications).set({ digestOn: null }).where(waiting(memberId, day)).returning();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id);
}

export async function postponeDigest(tx: Db, memberId: number, day: string, until: string): Promise<void> {
  await tx.update(notifications).set({ digestOn: until }).where(waiting(memberId, day));
}
