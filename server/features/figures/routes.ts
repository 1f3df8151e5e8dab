import * as contract from "@plumbline/contract/back-office/figures.ts";
import {
  figureSteps,
  mondayBefore,
  mondaysBetween,
  mostWeeks,
  weeksShown,
} from "@plumbline/contract/back-office/figures-rules.ts";
import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { invalid } from "../../http/problems.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { fillingSoFar } from "./counting-store.ts";
import { arrearsNow, type Mondays, type StepRow, stepsOf, type WeekRow, weeksOf } from "./store.ts";

export const figuresRoutes = (context: AppContext) => [
  handle(contract.readFigures, ({ query }) => {
    const { db, clock } = context;
    const mondays = mondaysOf(query, dayInLondon(clock.now()));
    return reads(db).figures(keyOf(mondays, query.role), () => figuresOf(db, mondays, query.role));
  }),
  handle(contract.readCohorts, ({ query }) => {
    const { db, clock } = context;
    const mondays = mondaysOf(query, dayInLondon(clock.now()));
    return reads(db).cohorts(keyOf(mondays, query.role), () => cohortsOf(db, mondays, query.role));
  }),
];

/** They are the same for all who look. */
const reads = preparedOn(() => ({
  figures: openSharedReads<Answer<typeof contract.readFigures>>(),
  cohorts: openSharedReads<Answer<typeof contract.readCohorts>>(),
}));
const keyOf = ({ from, to }: Mondays, role: Role | undefined) => `${from} ${to} ${role}`;

async function figuresOf(db: Db, mondays: Mondays, role: Role | undefined) {
  const [steps, weeks, arrears, filling] = await Promise.all([
    stepsOf(db, "week", mondays, role),
    weeksOf(db, mondays),
    arrearsNow(db),
    fillingSoFar(db),
  ]);
  const stepping = steppingOf(steps);
  const known = new Map(weeks.map((row) => [row.week, row]));
  return {
    entries: mondaysBetween(mondays.from, mondays.to).map((week) => ({
      week,
      ...stepping(week),
      ...weekView(known.get(week)),
    })),
    arrears: { amount: decimalOf(arrears.pence), count: arrears.count },
    complete: filling?.done === true && !weeks.some(({ countedAt }) => countedAt === null),
  };
}

async function cohortsOf(db: Db, mondays: Mondays, role: Role | undefined) {
  const stepping = steppingOf(await stepsOf(db, "cohort", mondays, role));
  return { entries: mondaysBetween(mondays.from, mondays.to).map((week) => ({ week, ...stepping(week) })) };
}

/** The Mondays of the first and the last week. */
function mondaysOf({ from, to }: { from?: Day | undefined; to?: Day | undefined }, today: Day): Mondays {
  const last = mondayBefore(to ?? (from && from > today ? from : today));
  const first = from ? mondayBefore(from) : addDays(last, -7 * (weeksShown - 1));
  if (first > last) throw invalid({ to: ["is before the first day"] });
  if (first < addDays(last, -7 * (mostWeeks - 1))) throw invalid({ from: ["Please choose at most three years"] });
  return { from: first, to: last };
}

/** How many came to each step, by week. */
function steppingOf(rows: readonly StepRow[]) {
  const byWeek = new Map<string, number>(rows.map(({ week, step, people }) => [`${week} ${step}`, people]));
  return (week: Day) => fromKeys(figureSteps, (step) => byWeek.get(`${week} ${step}`) ?? 0);
}

const hours = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;

function weekView(row: WeekRow | undefined) {
  return {
    turnover: decimalOf(row?.turnoverPence ?? 0),
    commission: decimalOf(row?.commissionPence ?? 0),
    membership: decimalOf(row?.membershipPence ?? 0),
    disputed: decimalOf(row?.disputedPence ?? 0),
    arrears: decimalOf(row?.arrearsPence ?? 0),
    arrears_count: row?.arrearsCount ?? 0,
    decisions: row?.decisions ?? 0,
    decision_hours: hours(row?.decisionHours),
    match_hours: hours(row?.matchHours),
    answer_hours: hours(row?.answerHours),
    empty_searches: row?.emptySearches ?? 0,
  };
}
