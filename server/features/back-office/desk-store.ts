import type { Day } from "@plumbline/contract/dates.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { hasEngagement } from "../engagements/has-engagement-column.ts";
import { hasPaidOrEarned } from "../invoices/has-paid-column.ts";
import { isInConversation } from "../messages/member-store.ts";
import { applicationCases } from "./schema.ts";

const notStaff = sql`${members.role} <> 'staff'`;
/** The case of an application, found by its key for each that waits. */
const caseOf = (db: Db) =>
  db
    .select({ askedAt: applicationCases.askedAt, answeredAt: applicationCases.answeredAt })
    .from(applicationCases)
    .where(eq(applicationCases.memberId, members.id))
    .limit(1)
    .as("its_case");
const waiting = sql.raw(
  "not (its_case.asked_at is not null and (its_case.answered_at is null or its_case.answered_at < its_case.asked_at))",
);
const since = sql`greatest(${members.verifiedAt}, its_case.answered_at)`;
const id = sql`${members.id}`;
/** A decision's duration is measured over so many of the latest. */
const mostDecisions = 2000;

const reads = preparedOn((db) => ({
  waiting: fromMembers(db, {
    count: countOf(),
    overdue: countOf(sql`${since} < ${sql.placeholder("overdueBefore")}::timestamptz`),
  })
    .leftJoinLateral(caseOf(db), sql`true`)
    .where(and(notStaff, eq(members.state, "pending_review").inlineParams(), waiting))
    .prepare("applications_waiting"),
  median: db
    .select({ days: sql<number | null>`percentile_cont(0.5) within group (order by took) / 86400` })
    .from(
      sql`(${fromMembers(db, {
        took: sql`extract(epoch from ${members.decidedAt} - greatest(${members.createdAt}, ${members.verifiedAt}))`.as(
          "took",
        ),
      })
        .where(and(notStaff, gt(members.decidedAt, sql.placeholder("after"))))
        .orderBy(sql`${members.decidedAt} desc`)
        .limit(mostDecisions)}) as latest`,
    )
    .prepare("median_decision"),
  wayIn: fromMembers(db, {
    applied: countOf(),
    approved: countOf(sql`${members.decision} = 'approved'`),
    ready: countOf(sql`${members.stripeSetup}`),
    talking: countOf(isInConversation(id)),
    engaged: countOf(hasEngagement(id)),
    paid: countOf(hasPaidOrEarned(id)),
  })
    .where(
      and(
        notStaff,
        sql`${members.createdAt} >= (${sql.placeholder("from")}::date)::timestamp at time zone 'Europe/London'`,
      ),
    )
    .prepare("way_in"),
}));

/** How many applications wait for us, and how many longer than promised. */
export async function countWaiting(db: Db, overdueBefore: Date): Promise<{ count: number; overdue: number }> {
  const [row] = await reads(db).waiting.execute({ overdueBefore: overdueBefore.toISOString() });
  return row ?? { count: 0, overdue: 0 };
}

/** The median of the days that decisions since a moment took; null when there were none. */
export async function medianDecisionDays(db: Db, after: Date): Promise<number | null> {
  const [row] = await reads(db).median.execute({ after });
  return row?.days === null || row === undefined ? null : Math.max(0, Math.round(Number(row.days) * 10) / 10);
}

/** How far those who have applied since a day have come, by steps. */
export async function wayInSince(db: Db, from: Day): Promise<{ name: string; count: number }[]> {
  const [row] = await reads(db).wayIn.execute({ from });
  return [
    { name: "Applied", count: row?.applied ?? 0 },
    { name: "Approved", count: row?.approved ?? 0 },
    { name: "Paying or ready", count: row?.ready ?? 0 },
    { name: "In conversation", count: row?.talking ?? 0 },
    { name: "Engaged", count: row?.engaged ?? 0 },
    { name: "Paid an invoice", count: row?.paid ?? 0 },
  ];
}
