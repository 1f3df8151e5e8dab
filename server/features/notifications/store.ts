import { and, asc, count, desc, eq, gt, lt, lte, max, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { notifications } from "../../schema.ts";

export type NotificationRow = typeof notifications.$inferSelect;

/** Null when this event has told this member already. */
export async function insertNotification(
  db: Db,
  row: typeof notifications.$inferInsert,
): Promise<NotificationRow | null> {
  const [inserted] = await db.insert(notifications).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function notificationsOf(
  db: Db,
  memberId: number,
  before: number | undefined,
  limit: number,
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.memberId, memberId),
        notifications.onBell,
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit);
}

export async function unreadOf(db: Db, memberId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.memberId, memberId), notifications.onBell, eq(notifications.isRead, false)));
  return row?.count ?? 0;
}

/** The newest id, on the bell or not; 0 without any. */
export async function latestOf(db: Db, memberId: number): Promise<number> {
  const [row] = await db
    .select({ id: max(notifications.id) })
    .from(notifications)
    .where(eq(notifications.memberId, memberId));
  return row?.id ?? 0;
}

/** Null for somebody else's, and for what is on nobody's bell. */
export async function updateNotification(
  db: Db,
  memberId: number,
  id: number,
  isRead: boolean,
): Promise<NotificationRow | null> {
  const [row] = await db
    .update(notifications)
    .set({ isRead })
    .where(and(eq(notifications.id, id), eq(notifications.memberId, memberId), notifications.onBell))
    .returning();
  return row ?? null;
}

/** Marks what the member has on the bell read, up to an id; how many are still unread. */
export async function readUpTo(db: Db, memberId: number, upTo: number): Promise<number> {
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(
      and(
        eq(notifications.memberId, memberId),
        lte(notifications.id, upTo),
        notifications.onBell,
        eq(notifications.isRead, false),
      ),
    );
  return unreadOf(db, memberId);
}

export async function findNotification(db: Db, id: number): Promise<NotificationRow | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.id, id));
  return row ?? null;
}

/** The highest id that any notification has been given; 0 before the first. */
export async function highestNotificationId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select case when is_called then last_value else 0 end as id from notifications_id_seq`,
  );
  return rows[0]?.id ?? 0;
}

/** What those members were told after an id, oldest first. */
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

/** For whom something waits that the digest of a day carries. */
export async function membersToDigest(db: Db, day: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: notifications.memberId })
    .from(notifications)
    .where(lte(notifications.digestOn, day))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const waiting = (memberId: number, day: string) =>
  and(eq(notifications.memberId, memberId), lte(notifications.digestOn, day));

/** What waits for a digest, oldest first; it waits no longer. */
export async function takeForDigest(tx: Db, memberId: number, day: string): Promise<NotificationRow[]> {
  const rows = await tx.update(notifications).set({ digestOn: null }).where(waiting(memberId, day)).returning();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id);
}

export async function postponeDigest(tx: Db, memberId: number, day: string, until: string): Promise<void> {
  await tx.update(notifications).set({ digestOn: until }).where(waiting(memberId, day));
}
