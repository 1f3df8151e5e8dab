import { type FigureStep, figureSteps } from "@plumbline/contract/back-office/figures-rules.ts";
import type { Day } from "@plumbline/contract/dates.ts";
import { eq, type SQL, sql } from "drizzle-orm";
import { applicationsOf, firstApplication, memberIdsAfter } from "../../auth/application-join.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { firstEventColumn } from "../../outbox/event-moment-columns.ts";
import { firstAgreedColumn } from "../engagements/first-agreed-column.ts";
import { firstPaidColumn } from "../invoices/has-paid-column.ts";
import { emptySearchesColumn } from "../matching/empty-searches-column.ts";
import { answerHoursColumn } from "../messages/answer-time-column.ts";
import { firstConversationColumn } from "../messages/member-store.ts";
import { figureFilling, figureWeeks } from "./schema.ts";

const { placeholder, raw } = sql;
const member = raw("a.id");
/** Where each step of a member is read. */
const momentOf: Record<FigureStep, SQL> = {
  applied: raw("a.applied_at"),
  approved: raw("a.approved_at"),
  paying: firstEventColumn("member", member, ["membership.started", "payouts.ready"]),
  matched: firstEventColumn("member", member, ["search.preference_saved"]),
  talking: firstConversationColumn(member),
  engaged: firstAgreedColumn(member),
  paid: firstPaidColumn(member),
};
const moments = [...figureSteps.map((step) => `${step}_at`), "ready_at", "decided_at"];
const list = (names: readonly string[], of = (name: string) => name) => raw(names.map(of).join(", "));
const mondayOf = (at: SQL) => sql`date_trunc('week', ${at} at time zone 'Europe/London')::date`;
/** Each step that a row of `figure_members` has come to, with its moment. */
const stepsOf = (row: string) =>
  sql`cross join lateral (values ${list(figureSteps, (step) => `('${step}', ${row}.${step}_at)`)}) as step (name, at)`;

// One at a time, so that a member who is compared twice at once is counted once.
const membersLock = 7_261_006;

/** What changes when the members of `ids` are compared with what is counted of them. */
const comparison = (ids: SQL) => sql`
  with fresh as materialized (
    select a.id as member_id, a.role, a.ready_at, a.decided_at,
      ${sql.join(
        figureSteps.map((step) => sql`${momentOf[step]} as ${raw(`${step}_at`)}`),
        sql`, `,
      )}
    from ${applicationsOf(ids)} a),
  known as materialized (select * from figure_members where member_id = any(${ids})),
  changes as materialized (
    select -1 as by, member_id, role, ${list(moments)} from known
    union all select 1, member_id, role, ${list(moments)} from fresh),
  gone as (
    delete from figure_members where member_id in (select member_id from known except select member_id from fresh)),
  written as (
    insert into figure_members (member_id, role, ${list(moments)}) select member_id, role, ${list(moments)} from fresh
    on conflict (member_id) do update set ${list(moments, (name) => `${name} = excluded.${name}`)}
    where (${list(moments, (name) => `figure_members.${name}`)})
      is distinct from (${list(moments, (name) => `excluded.${name}`)})),
  counted as (
    insert into figure_step_counts (cohort, week, role, step, people)
    select ${mondayOf(raw("c.applied_at"))}, ${mondayOf(raw("step.at"))}, c.role, step.name, sum(c.by)
    from changes c ${stepsOf("c")} where step.at is not null
    group by 1, 2, 3, 4 having sum(c.by) <> 0 order by 1, 2, 3, 4
    on conflict (cohort, week, role, step) do update set people = figure_step_counts.people + excluded.people),
  waited as (
    select distinct ${mondayOf(raw("wait.at"))} as week
    from changes c cross join lateral (values ('decided', c.decided_at), ('matched', c.matched_at)) as wait (what, at)
    where wait.at is not null group by c.member_id, wait.what, wait.at having sum(c.by) <> 0)
  insert into figure_weeks (week, stale) select week, true from waited order by 1
  on conflict (week) do update set stale = true`;

const statements = preparedOn((db) => ({
  next: db
    .select({ id: sql<number>`id` })
    .from(sql`${memberIdsAfter(placeholder("after"), placeholder("limit"))} next`)
    .orderBy(sql`id`)
    .prepare("next_figure_members"),
  filling: db.select().from(figureFilling).where(eq(figureFilling.id, 1)).prepare("figure_filling"),
  first: db.select({ at: firstApplication }).from(sql`(select) one`).prepare("first_application"),
  /** The medians and counts of a week that are read from moments. */
  waits: db
    .select({
      decisions: sql<number>`(select count(*)::int from figure_members where decided_at >= lower and decided_at < upper)`,
      decisionHours: medianHours("decided_at", "decided_at - ready_at"),
      matchHours: medianHours("matched_at", "matched_at - coalesce(approved_at, ready_at)"),
      answerHours: answerHoursColumn(raw("lower"), raw("upper")),
      emptySearches: emptySearchesColumn(raw("lower"), raw("upper")),
    })
    .from(
      sql`(select ${placeholder("week")}::date::timestamp at time zone 'Europe/London' as lower,
        (${placeholder("week")}::date + 7)::timestamp at time zone 'Europe/London' as upper) bounds`,
    )
    .prepare("figure_waits"),
  stale: db
    .select({ week: figureWeeks.week })
    .from(figureWeeks)
    .where(sql`stale`)
    .orderBy(sql`${figureWeeks.week} desc`)
    .limit(placeholder("limit"))
    .prepare("stale_figure_weeks"),
}));

function medianHours(at: string, took: string) {
  return sql<number | null>`(
    select percentile_cont(0.5) within group (order by greatest(0, extract(epoch from ${raw(took)}))) / 3600
    from figure_members where ${raw(at)} >= lower and ${raw(at)} < upper)`;
}

/**
 * Compares what is counted of these members with their rows and writes the difference: nothing when it is the same, and less
 * when something was undone. Within a transaction.
 */
export async function compareMembers(tx: Db, members: readonly number[]): Promise<void> {
  await sendAlong(tx, tx.execute(sql`select pg_advisory_xact_lock(${membersLock})`));
  await tx.execute(comparison(sql`(${sql.param(members)}::int[])`));
}

/** Marks the weeks of these days, so that the job counts them again. */
export async function markWeeks(db: Db, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return;
  await db.execute(sql`
    insert into figure_weeks (week, stale)
    select distinct date_trunc('week', day)::date, true from unnest(${sql.param(days)}::text[]::date[]) as day order by 1
    on conflict (week) do update set stale = true`);
}

export async function membersAfter(db: Db, after: number, limit: number): Promise<number[]> {
  return (await statements(db).next.execute({ after, limit })).map(({ id }) => id);
}

/** How far those who were there before are counted; null before the beginning. */
export async function fillingSoFar(db: Db) {
  return (await statements(db).filling.execute())[0] ?? null;
}

export async function writeFilling(db: Db, filling: { reached: number; done: boolean }): Promise<void> {
  await db
    .insert(figureFilling)
    .values({ id: 1, ...filling })
    .onConflictDoUpdate({ target: figureFilling.id, set: filling });
}

/** The moment at which the first of all applied; null before. */
export async function firstOfAll(db: Db): Promise<Date | null> {
  const at = oneRow(await statements(db).first.execute()).at;
  return at === null ? null : new Date(at);
}

export async function staleWeeks(db: Db, limit: number): Promise<Day[]> {
  return (await statements(db).stale.execute({ limit })).map(({ week }) => week);
}

export const staleAll = (db: Db) => db.update(figureWeeks).set({ stale: true });

/** Waits and empty searches of a week. */
export async function waitsOfWeek(db: Db, week: Day) {
  return oneRow(await statements(db).waits.execute({ week }));
}

/** Takes a week to count it: null when it was counted meanwhile. Whoever marks it waits until this transaction ends. */
export async function takeWeek(tx: Db, week: Day): Promise<boolean> {
  const taken = await tx
    .update(figureWeeks)
    .set({ stale: false })
    .where(sql`${figureWeeks.week} = ${week} and stale`)
    .returning({ week: figureWeeks.week });
  return taken.length > 0;
}

export async function writeWeek(tx: Db, week: Day, figures: Partial<typeof figureWeeks.$inferInsert>): Promise<void> {
  await tx.update(figureWeeks).set(figures).where(eq(figureWeeks.week, week));
}
