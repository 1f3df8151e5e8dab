import type { ReportAct } from "@plumbline/contract/reports/rules.ts";
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { memberJoin } from "../../auth/member-join.ts";
import { waitingCountsColumn, withCounts } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { isOnPage, numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { erasedColumn } from "../closure/erased-column.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { type PastSanction, sanctionHistoryColumn } from "../sanctions/history-column.ts";
import { liftedAtColumn } from "../sanctions/lifted-column.ts";
import { reports } from "./schema.ts";

export type ReportRow = typeof reports.$inferSelect;

/** Null when this member's report of the same thing still waits. */
export async function insertReport(tx: Db, report: typeof reports.$inferInsert): Promise<number | null> {
  const [row] = await tx.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id });
  return row?.id ?? null;
}

export async function findReport(db: Db, id: number): Promise<ReportRow | null> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  return row ?? null;
}

const toReporter = {
  report: reports,
  authorName: nameColumn(sql`${reports.authorId}`),
  liftedAt: liftedAtColumn(sql`${reports.authorId}`, sql`${reports.id}`),
};
const shownToReporter = (db: Db) => db.select(toReporter).from(reports).$dynamic();
/** A report as its reporter sees it. */
export type OwnReportRow = Awaited<ReturnType<typeof shownToReporter>>[number];

const ownOne = preparedOn((db) =>
  shownToReporter(db)
    .where(eq(reports.id, sql.placeholder("id")))
    .prepare("report_of_reporter"),
);

export async function findOwnReport(db: Db, id: number): Promise<OwnReportRow | null> {
  const [row] = await ownOne(db).execute({ id });
  return row ?? null;
}

const own = preparedOn((db) =>
  shownToReporter(db)
    .where(eq(reports.reporterId, sql.placeholder("reporterId")))
    .orderBy(desc(reports.id))
    .limit(50)
    .prepare("reports_of_reporter"),
);

/** What a member has reported, the newest first, at most fifty. */
export const reportsOf = (db: Db, reporterId: number): Promise<OwnReportRow[]> => own(db).execute({ reporterId });

const [reporter, author] = [memberJoin("reporters"), memberJoin("authors")];
const personOf = ({ id, email, role }: typeof reporter.columns) => ({ id, email, role, name: nameColumn(sql`${id}`) });

const shown = {
  report: reports,
  reporter: personOf(reporter.columns),
  author: personOf(author.columns),
  assignedToName: nameColumn(sql`${reports.assignedTo}`),
  decidedByName: nameColumn(sql`${reports.decidedBy}`),
};
const withPeople = <Query extends PgSelect>(query: Query) =>
  author.join(reporter.join(query, reports.reporterId), reports.authorId);
const queued = (db: Db) => withPeople(db.select(shown).from(reports).$dynamic());
export type QueuedReport = Awaited<ReturnType<typeof queued>>[number];

const pagesOf = preparedBy((db, state: "waiting" | "decided") => {
  const where = state === "waiting" ? isNull(reports.decidedAt) : isNotNull(reports.decidedAt);
  return numberedPages(db, `reports_${state}`, {
    id: reports.id,
    ids: (more) => db.select({ id: reports.id }).from(reports).where(and(where, more)).$dynamic(),
    order: [reports.id],
    descending: state === "decided",
    rows: (onPage) => queued(db).where(onPage),
  });
});

export const pageOfReports = (db: Db, state: "waiting" | "decided", page: number, limit: number) =>
  pagesOf(db, state)({}, page, limit);

const waiting = preparedOn((db) => {
  const waits = isNull(reports.decidedAt);
  const counted = db
    .select({ overdue: sql`${reports.madeAt} < ${sql.placeholder("before")}::timestamptz`.as("overdue") })
    .from(reports)
    .where(waits);
  const first = db
    .select({ id: reports.id })
    .from(reports)
    .where(waits)
    .orderBy(asc(reports.id))
    .limit(sql.placeholder("limit"));
  const some = db
    .select({
      id: reports.id,
      kind: reports.kind,
      grounds: reports.grounds,
      madeAt: reports.madeAt,
      author: personOf(author.columns),
      assignedTo: reports.assignedTo,
      assignedToName: nameColumn(sql`${reports.assignedTo}`),
      counts: waitingCountsColumn(counted),
    })
    .from(reports);
  return author
    .join(some.$dynamic(), reports.authorId)
    .where(isOnPage(reports.id, first))
    .orderBy(asc(reports.id))
    .prepare("first_waiting_reports");
});

/** The first reports that wait, with how many do, and how many of them since before a time. */
export const firstWaitingReports = async (db: Db, before: Date, limit: number) =>
  withCounts(await waiting(db).execute({ before: before.toISOString(), limit }));

const one = preparedOn((db) => {
  const history = sanctionHistoryColumn(sql`${reports.authorId}`);
  return withPeople(
    db
      .select({ ...shown, history, authorErased: erasedColumn(sql`${reports.authorId}`) })
      .from(reports)
      .$dynamic(),
  )
    .where(eq(reports.id, sql.placeholder("id")))
    .prepare("report_in_queue");
});

/** With the decisions about its author. */
export async function findQueued(
  db: Db,
  id: number,
): Promise<(QueuedReport & { history: PastSanction[]; authorErased: boolean }) | null> {
  const [row] = await one(db).execute({ id });
  return row ?? null;
}

/** Assigns a waiting report that nobody has, or puts one's own back; false when a colleague has it. */
export async function writeAssigned(tx: Db, id: number, staffId: number, mine: boolean): Promise<boolean> {
  const free = or(isNull(reports.assignedTo), eq(reports.assignedTo, staffId));
  const written = await tx
    .update(reports)
    .set({ assignedTo: mine ? staffId : null })
    .where(and(eq(reports.id, id), isNull(reports.decidedAt), free))
    .returning({ id: reports.id });
  return written.length === 1;
}

/** Puts back what somebody has of the reports that wait, and returns their ids. */
export async function releaseReportsOf(tx: Db, staffId: number): Promise<number[]> {
  const released = await tx
    .update(reports)
    .set({ assignedTo: null })
    .where(and(eq(reports.assignedTo, staffId), isNull(reports.decidedAt)))
    .returning({ id: reports.id });
  return released.map(({ id }) => id);
}

type ReportDecision = { decidedBy: number; decidedAt: Date; outcome: ReportAct; answer: string };

/** Decides a report that waits; false when somebody else was quicker. */
export async function writeReportDecision(tx: Db, id: number, decision: ReportDecision): Promise<boolean> {
  const decided = await tx
    .update(reports)
    .set(decision)
    .where(and(eq(reports.id, id), isNull(reports.decidedAt)))
    .returning({ id: reports.id });
  return decided.length === 1;
}
