import type { Day } from "@plumbline/contract/dates.ts";
import { and, gt, sql } from "drizzle-orm";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { hasEngagement } from "../engagements/has-engagement-column.ts";
import { hasPaidOrEarned } from "../invoices/has-paid-column.ts";
import { incomeColumn, ledgerValues } from "../ledger/entries-column.ts";
import { membershipsInArrears, membershipsPaying } from "../membership/counts-column.ts";
import { isInConversation } from "../messages/member-store.ts";

const notStaff = sql`${members.role} <> 'staff'`;
const id = sql`${members.id}`;
/** Over how many of the latest decisions their duration is measured. */
const mostDecisions = 2000;

/** One statement for all figures; of them those of the way in are about members who have applied since a day. */
const figures = preparedOn((db) => {
  const took = sql`extract(epoch from ${members.decidedAt} - greatest(${members.createdAt}, ${members.verifiedAt}))`;
  const latest = fromMembers(db, { took: took.as("took") })
    .where(and(notStaff, gt(members.decidedAt, sql.placeholder("decidedAfter"))))
    .orderBy(sql`${members.decidedAt} desc`)
    .limit(mostDecisions);
  return fromMembers(db, {
    applied: countOf(),
    approved: countOf(sql`${members.decision} = 'approved'`),
    ready: countOf(sql`${members.stripeSetup}`),
    talking: countOf(isInConversation(id)),
    engaged: countOf(hasEngagement(id)),
    paid: countOf(hasPaidOrEarned(id)),
    medianDays: sql<number | null>`(
      select percentile_cont(0.5) within group (order by took) / 86400 from ${latest} as latest)`,
    paying: membershipsPaying,
    inArrears: membershipsInArrears,
    income: incomeColumn(),
  })
    .where(
      and(
        notStaff,
        sql`${members.createdAt} >= (${sql.placeholder("from")}::date)::timestamp at time zone 'Europe/London'`,
      ),
    )
    .prepare("desk_figures");
});

/**
 * How many memberships are paid for and how many late, the income since a day, the median of the days that decisions since a
 * moment took, null when there were none, and how far those who have applied since the day have come, by steps.
 */
export async function readFigures(db: Db, { from, decidedAfter }: { from: Day; decidedAfter: Date }) {
  const row = oneRow(await figures(db).execute({ ...ledgerValues({ from }), decidedAfter }));
  const { applied, approved, ready, talking, engaged, paid, medianDays, paying, inArrears, income } = row;
  return {
    paying,
    inArrears,
    income,
    medianDays: medianDays === null ? null : Math.max(0, Math.round(medianDays * 10) / 10),
    wayIn: [
      { name: "Applied", count: applied },
      { name: "Approved", count: approved },
      { name: "Paying or ready", count: ready },
      { name: "In conversation", count: talking },
      { name: "Engaged", count: engaged },
      { name: "Paid an invoice", count: paid },
    ],
  };
}
