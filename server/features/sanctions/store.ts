import type { AppealOutcome, SanctionEnd, SanctionKind } from "@plumbline/contract/sanctions/rules.ts";
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { fromMembers, memberColumns, memberJoin } from "../../auth/member-join.ts";
import { waitingCountsColumn, withCounts } from "../../database/count-of.ts";
import { type Db, isAmong } from "../../database/database.ts";
import { isOnPage, numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { sendAlong } from "../../database/transaction.ts";
import { erasedColumn } from "../closure/erased-column.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { appeals, sanctions, transparencyCounts } from "./schema.ts";

export type SanctionRow = typeof sanctions.$inferSelect;
export type NewSanction = typeof sanctions.$inferInsert;
export type AppealRow = typeof appeals.$inferSelect;

const lasting: readonly SanctionKind[] = ["restriction", "suspension"];

const shown = {
  sanction: sanctions,
  appeal: appeals,
  imposedByName: nameColumn(sql`${sanctions.imposedBy}`),
  endedByName: nameColumn(sql`${sanctions.endedBy}`),
};
const personOf = ({ id, email, role }: typeof memberColumns) => ({ id, email, role, name: nameColumn(sql`${id}`) });
const withAppeals = (db: Db) =>
  db.select(shown).from(sanctions).leftJoin(appeals, eq(appeals.sanctionId, sanctions.id));
/** A sanction with its appeal, and the names of those who imposed and ended it. */
export type ShownSanction = Awaited<ReturnType<typeof withAppeals>>[number];

const erased = erasedColumn(sql`${memberColumns.id}`);

const readsOf = preparedOn((db) => ({
  ofMember: withAppeals(db)
    .where(eq(sanctions.memberId, sql.placeholder("memberId")))
    .orderBy(desc(sanctions.id))
    .limit(50)
    .prepare("sanctions_of_member"),
  withMember: fromMembers(db, {
    member: { ...personOf(memberColumns), standing: memberColumns.standing, erased },
    ...shown,
  })
    .leftJoin(sanctions, eq(sanctions.memberId, memberColumns.id))
    .leftJoin(appeals, eq(appeals.sanctionId, sanctions.id))
    .where(and(eq(memberColumns.id, sql.placeholder("memberId")), sql`${memberColumns.role} <> 'staff'`))
    .orderBy(desc(sanctions.id))
    .limit(50)
    .prepare("member_with_sanctions"),
}));

/** The decisions about a member, the newest first, at most fifty. */
export const sanctionsOf = (db: Db, memberId: number): Promise<ShownSanction[]> =>
  readsOf(db).ofMember.execute({ memberId });

/** The same with the member; null for staff and strangers. */
export async function memberWithSanctions(db: Db, memberId: number) {
  const rows = await readsOf(db).withMember.execute({ memberId });
  const [first] = rows;
  if (!first) return null;
  return {
    member: first.member,
    rows: rows.flatMap(({ sanction, ...row }): ShownSanction[] => (sanction ? [{ ...row, sanction }] : [])),
  };
}

/** Null when the member already has one of this kind in force. */
export async function insertSanction(tx: Db, sanction: NewSanction): Promise<number | null> {
  const [row] = await tx.insert(sanctions).values(sanction).onConflictDoNothing().returning({ id: sanctions.id });
  return row?.id ?? null;
}

/** What has stood in the place of a member's profile texts since they were removed, of every removal. */
export async function stubsOfProfile(tx: Db, memberId: number): Promise<string[]> {
  const rows = await tx
    .select({ removed: sanctions.removed })
    .from(sanctions)
    .where(and(eq(sanctions.memberId, memberId), sql`${sanctions.removed} ->> 'kind' = 'profile'`));
  return rows.flatMap(({ removed }) => removed?.stub ?? []);
}

/** The kinds of the sanctions in force that count for a member's standing. */
export async function kindsInForce(tx: Db, memberId: number): Promise<SanctionKind[]> {
  const rows = await tx
    .select({ kind: sanctions.kind })
    .from(sanctions)
    .where(and(eq(sanctions.memberId, memberId), isAmong(sanctions.kind, lasting), isNull(sanctions.endedAt)));
  return rows.map(({ kind }) => kind);
}

type Ending = { endedAt: Date; endedBy: number | null; end: SanctionEnd; endReason: string };

/** Ends those in force; returns them. */
export async function endAll(tx: Db, memberId: number, ending: Ending): Promise<SanctionRow[]> {
  return tx
    .update(sanctions)
    .set(ending)
    .where(and(eq(sanctions.memberId, memberId), isAmong(sanctions.kind, lasting), isNull(sanctions.endedAt)))
    .returning();
}

/** Ends one; false when it has ended before. */
export async function endOne(tx: Db, id: number, ending: Ending): Promise<boolean> {
  const ended = await tx
    .update(sanctions)
    .set(ending)
    .where(and(eq(sanctions.id, id), isNull(sanctions.endedAt)))
    .returning({ id: sanctions.id });
  return ended.length === 1;
}

/** A sanction that ended before is found to have been wrong: that is its end now. */
export async function markLifted(tx: Db, id: number, ending: Ending): Promise<void> {
  await sendAlong(tx, tx.update(sanctions).set(ending).where(eq(sanctions.id, id)));
}

/** Brings its end forward; false when it has ended, or ends earlier than that. */
export async function shorten(tx: Db, id: number, until: string): Promise<boolean> {
  const earlier = sql`(${sanctions.until} is null or ${sanctions.until} > ${until})`;
  const changed = await tx
    .update(sanctions)
    .set({ until })
    .where(and(eq(sanctions.id, id), isNull(sanctions.endedAt), earlier))
    .returning({ id: sanctions.id });
  return changed.length === 1;
}

/** Those whose day has come. */
export async function sanctionsToEnd(db: Db, today: string): Promise<Pick<SanctionRow, "id" | "memberId" | "kind">[]> {
  return db
    .select({ id: sanctions.id, memberId: sanctions.memberId, kind: sanctions.kind })
    .from(sanctions)
    .where(and(isNull(sanctions.endedAt), isNotNull(sanctions.until), lte(sanctions.until, today)))
    .orderBy(asc(sanctions.until))
    .limit(500);
}

export async function findSanction(db: Db, id: number): Promise<SanctionRow | null> {
  const [row] = await db.select().from(sanctions).where(eq(sanctions.id, id));
  return row ?? null;
}

export async function findShown(db: Db, id: number): Promise<ShownSanction | null> {
  const [row] = await withAppeals(db).where(eq(sanctions.id, id));
  return row ?? null;
}

// Appeals ----------------------------------------------------------------------------------------------------------

/** Null when there is an appeal against it already. */
export async function insertAppeal(tx: Db, appeal: typeof appeals.$inferInsert): Promise<number | null> {
  const [row] = await tx.insert(appeals).values(appeal).onConflictDoNothing().returning({ id: appeals.id });
  return row?.id ?? null;
}

export async function findAppeal(db: Db, id: number): Promise<AppealRow | null> {
  const [row] = await db.select().from(appeals).where(eq(appeals.id, id));
  return row ?? null;
}

type AppealDecision = { decidedBy: number; decidedAt: Date; outcome: AppealOutcome; answer: string };

/**
 * Decides an appeal that waits. The statement itself refuses the one who imposed the sanction; false for them, and when
 * somebody else was quicker.
 */
export async function writeAppealDecision(tx: Db, id: number, decision: AppealDecision): Promise<boolean> {
  const byAnother = sql`exists (
    select from sanctions s where s.id = ${appeals.sanctionId} and s.imposed_by <> ${decision.decidedBy})`;
  const decided = await tx
    .update(appeals)
    .set(decision)
    .where(and(eq(appeals.id, id), isNull(appeals.decidedAt), byAnother))
    .returning({ id: appeals.id });
  return decided.length === 1;
}

const member = memberJoin();
const queued = (db: Db) => {
  const some = db
    .select({
      ...shown,
      appeal: appeals,
      decidedByName: nameColumn(sql`${appeals.decidedBy}`),
      member: personOf(member.columns),
    })
    .from(appeals)
    .innerJoin(sanctions, eq(sanctions.id, appeals.sanctionId));
  return member.join(some.$dynamic(), appeals.memberId);
};
export type QueuedRow = Awaited<ReturnType<typeof queued>>[number];

const pagesOf = preparedBy((db, state: "waiting" | "decided") => {
  const where = state === "waiting" ? isNull(appeals.decidedAt) : isNotNull(appeals.decidedAt);
  return numberedPages(db, `appeals_${state}`, {
    id: appeals.id,
    ids: (more) => db.select({ id: appeals.id }).from(appeals).where(and(where, more)).$dynamic(),
    order: state === "waiting" ? [appeals.dueAt, appeals.id] : [appeals.id],
    descending: state === "decided",
    rows: (onPage) => queued(db).where(onPage),
  });
});

export const pageOfAppeals = (db: Db, state: "waiting" | "decided", page: number, limit: number) =>
  pagesOf(db, state)({}, page, limit);

const waiting = preparedOn((db) => {
  const waits = isNull(appeals.decidedAt);
  const counted = db
    .select({ overdue: sql`${appeals.dueAt} < ${sql.placeholder("now")}::timestamptz`.as("overdue") })
    .from(appeals)
    .where(waits);
  const first = db
    .select({ id: appeals.id })
    .from(appeals)
    .where(waits)
    .orderBy(asc(appeals.dueAt), asc(appeals.id))
    .limit(sql.placeholder("limit"));
  const some = db
    .select({
      id: appeals.id,
      dueAt: appeals.dueAt,
      madeAt: appeals.madeAt,
      against: sanctions.kind,
      member: personOf(member.columns),
      counts: waitingCountsColumn(counted),
    })
    .from(appeals)
    .innerJoin(sanctions, eq(sanctions.id, appeals.sanctionId));
  return member
    .join(some.$dynamic(), appeals.memberId)
    .where(isOnPage(appeals.id, first))
    .orderBy(asc(appeals.dueAt), asc(appeals.id))
    .prepare("first_waiting_appeals");
});

/** The appeals that are to be decided first, with how many wait, and how many of them longer than promised. */
export const firstWaitingAppeals = async (db: Db, now: Date, limit: number) =>
  withCounts(await waiting(db).execute({ now: now.toISOString(), limit }));

const oneAppeal = preparedOn((db) =>
  queued(db)
    .where(eq(appeals.id, sql.placeholder("id")))
    .prepare("appeal_in_queue"),
);

export async function findQueued(db: Db, id: number): Promise<QueuedRow | null> {
  const [row] = await oneAppeal(db).execute({ id });
  return row ?? null;
}

// Counts for the public -----------------------------------------------------------------------------------------------

/** Counts something of a month once more. */
export async function count(tx: Db, month: string, what: string): Promise<void> {
  const more = tx
    .insert(transparencyCounts)
    .values({ month, what, times: 1 })
    .onConflictDoUpdate({
      target: [transparencyCounts.month, transparencyCounts.what],
      set: { times: sql`${transparencyCounts.times} + 1` },
    });
  await sendAlong(tx, more);
}

/** The counts from a month on, the newest first. */
export async function countsSince(db: Db, month: string) {
  return db
    .select()
    .from(transparencyCounts)
    .where(gte(transparencyCounts.month, month))
    .orderBy(desc(transparencyCounts.month));
}
