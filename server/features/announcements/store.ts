import { type AudienceRole, type AudienceState, mostCounted } from "@plumbline/contract/announcements/rules.ts";
import { and, asc, desc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { announcements, announcementReceipts as receipts } from "./schema.ts";

type Row = typeof announcements.$inferSelect;
export type AnnouncementRow = Row & { by: string | null };
export type Audience = { role: AudienceRole; audience: AudienceState };

const columns = {
  id: announcements.id,
  title: announcements.title,
  text: announcements.text,
  link: announcements.link,
  role: announcements.role,
  audience: announcements.audience,
  byEmail: announcements.byEmail,
  banner: announcements.banner,
  state: announcements.state,
  sendAt: announcements.sendAt,
  finishedAt: announcements.finishedAt,
  receivers: announcements.receivers,
  reached: announcements.reached,
  reachedId: announcements.reachedId,
  createdBy: announcements.createdBy,
  createdAt: announcements.createdAt,
  by: nameColumn(sql`${announcements.createdBy}`),
};

/** Until the transaction ends, nobody else announces anything. */
export const lockAnnouncing = (tx: Db): Promise<void> =>
  sendAlong(tx, tx.execute(sql`select pg_advisory_xact_lock(7261004)`));

export async function insertAnnouncement(tx: Db, row: typeof announcements.$inferInsert): Promise<number> {
  return oneRow(await tx.insert(announcements).values(row).returning({ id: announcements.id })).id;
}

export async function findAnnouncement(db: Db, id: number): Promise<AnnouncementRow | null> {
  const [row] = await readsOf(db).one.execute({ id });
  return row ?? null;
}

/** The newest before an id. */
export async function announcementsBefore(db: Db, before: number, limit: number): Promise<AnnouncementRow[]> {
  return readsOf(db).before.execute({ before, limit });
}

const readsOf = preparedOn((db) => ({
  one: db
    .select(columns)
    .from(announcements)
    .where(eq(announcements.id, sql.placeholder("id")))
    .prepare("announcement_by_id"),
  before: db
    .select(columns)
    .from(announcements)
    .where(lt(announcements.id, sql.placeholder("before")))
    .orderBy(desc(announcements.id))
    .limit(sql.placeholder("limit"))
    .prepare("announcements_before"),
}));

/** Moves an announcement on from one of some states; false when it is in none of them. */
export async function moveAnnouncement(
  tx: Db,
  id: number,
  from: readonly Row["state"][],
  change: Partial<Pick<Row, "state" | "finishedAt" | "receivers">>,
): Promise<boolean> {
  const moved = await tx
    .update(announcements)
    .set(change)
    .where(and(eq(announcements.id, id), sql`${announcements.state} in ${[...from]}`))
    .returning({ id: announcements.id });
  return moved.length > 0;
}

/** Scheduled announcements whose moment has come. */
export async function dueAnnouncements(db: Db, now: Date): Promise<(Audience & { id: number })[]> {
  return db
    .select({ id: announcements.id, role: announcements.role, audience: announcements.audience })
    .from(announcements)
    .where(and(lte(announcements.sendAt, now), sql`state = 'scheduled'`))
    .orderBy(asc(announcements.sendAt))
    .limit(20);
}

const isIn = ({ role, audience }: Audience) =>
  and(
    eq(members.state, "active"),
    role === "all" ? sql`${members.role} <> 'staff'` : eq(members.role, role),
    {
      any: undefined,
      complete: and(eq(members.profileSetup, true), eq(members.stripeSetup, true)),
      no_profile: eq(members.profileSetup, false),
      no_payments: eq(members.stripeSetup, false),
    }[audience],
  );

/** The next members of an audience after one. */
export async function audienceAfter(db: Db, audience: Audience, after: number, limit: number): Promise<number[]> {
  const rows = await fromMembers(db, { id: members.id })
    .where(and(gt(members.id, after), isIn(audience)))
    .orderBy(asc(members.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** How many members are in an audience, counted up to a maximum. */
export async function countAudience(db: Db, { role, audience }: Audience): Promise<{ count: number; more: boolean }> {
  const { count } = oneRow(await sizeOf(db, role, audience).execute());
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}

const sizeOf = preparedBy((db, role: Audience["role"], audience: Audience["audience"]) => {
  const some = fromMembers(db, { id: members.id })
    .where(and(gt(members.id, 0), isIn({ role, audience })))
    .orderBy(asc(members.id))
    .limit(mostCounted + 1)
    .as("some");
  return db.select({ count: countOf() }).from(some).prepare(`audience_${role}_${audience}`);
});

/**
 * Records that these members have received it, after whom the next batch begins. False when this batch was recorded before or
 * the announcement was stopped.
 */
export async function recordBatch(
  tx: Db,
  { id, after, ids }: { id: number; after: number; ids: readonly number[] },
): Promise<boolean> {
  const moved = await tx
    .update(announcements)
    .set({ reachedId: ids.at(-1) ?? after, reached: sql`${announcements.reached} + ${ids.length}` })
    .where(and(eq(announcements.id, id), eq(announcements.reachedId, after), eq(announcements.state, "sending")))
    .returning({ id: announcements.id });
  return moved.length > 0;
}

/** Writes down that these members have received it. */
export async function insertReceipts(
  tx: Db,
  id: number,
  ids: readonly number[],
  bannerUntil: Date | null,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((memberId) => ({ announcementId: id, memberId, bannerUntil }));
  await sendAlong(tx, tx.insert(receipts).values(rows).onConflictDoNothing());
}

/** The next members after one who have received an announcement. */
export async function receiversAfter(db: Db, id: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ memberId: receipts.memberId })
    .from(receipts)
    .where(and(eq(receipts.announcementId, id), gt(receipts.memberId, after)))
    .orderBy(asc(receipts.memberId))
    .limit(limit);
  return rows.map(({ memberId }) => memberId);
}

const announced = {
  id: announcements.id,
  title: announcements.title,
  text: announcements.text,
  link: announcements.link,
  sendAt: announcements.sendAt,
};

const reads = preparedOn((db) => {
  const { placeholder } = sql;
  const received = () =>
    db
      .select(announced)
      .from(receipts)
      .innerJoin(announcements, eq(announcements.id, receipts.announcementId))
      .$dynamic();
  const isTheirs = eq(receipts.memberId, placeholder("memberId"));
  return {
    one: received()
      .where(and(eq(receipts.announcementId, placeholder("id")), isTheirs))
      .prepare("announced"),
    banner: received()
      .where(
        and(
          isTheirs,
          sql`banner_until is not null`,
          gt(receipts.bannerUntil, placeholder("now")),
          sql`${announcements.state} <> 'stopped'`,
        ),
      )
      .orderBy(desc(receipts.announcementId))
      .limit(1)
      .prepare("announcement_banner"),
  };
});

export type AnnouncedRow = Pick<Row, "id" | "title" | "text" | "link" | "sendAt">;

/** An announcement that a member has received. */
export async function findAnnounced(db: Db, id: number, memberId: number): Promise<AnnouncedRow | null> {
  return (await reads(db).one.execute({ id, memberId }))[0] ?? null;
}

/** The newest announcement whose banner stands on a member's pages. */
export async function bannerFor(db: Db, memberId: number, now: Date): Promise<AnnouncedRow | null> {
  return (await reads(db).banner.execute({ memberId, now }))[0] ?? null;
}

export async function dismissBanner(db: Db, id: number, memberId: number): Promise<void> {
  await db
    .update(receipts)
    .set({ bannerUntil: null })
    .where(and(eq(receipts.announcementId, id), eq(receipts.memberId, memberId)));
}
