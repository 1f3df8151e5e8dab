import type { FigureStep } from "@plumbline/contract/back-office/figures-rules.ts";
import type { Day } from "@plumbline/contract/dates.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { figureStepCounts, figureWeeks } from "./schema.ts";

const { placeholder } = sql;

const stepsBy = preparedBy((db, by: "week" | "cohort") => {
  const column = figureStepCounts[by];
  return db
    .select({ week: column, step: figureStepCounts.step, people: sql<number>`sum(${figureStepCounts.people})::int` })
    .from(figureStepCounts)
    .where(
      sql`${column} >= ${placeholder("from")}::date and ${column} <= ${placeholder("to")}::date
        and (${placeholder("role")}::text is null or ${figureStepCounts.role} = ${placeholder("role")})`,
    )
    .groupBy(column, figureStepCounts.step)
    .prepare(`figure_steps_by_${by}`);
});

const reads = preparedOn((db) => ({
  weeks: db
    .select()
    .from(figureWeeks)
    .where(
      sql`${figureWeeks.week} >= ${placeholder("from")}::date and ${figureWeeks.week} <= ${placeholder("to")}::date`,
    )
    .prepare("figure_weeks"),
  arrears: db
    .select({
      pence: sql<number>`coalesce(sum(${figureWeeks.arrearsPence}), 0)::float8`,
      count: sql<number>`coalesce(sum(${figureWeeks.arrearsCount}), 0)::int`,
    })
    .from(figureWeeks)
    .prepare("figure_arrears"),
}));

export type Mondays = { from: Day; to: Day };
export type StepRow = { week: Day; step: FigureStep; people: number };

/** How many came to each step, by the week in which they did or by the week in which they had applied. */
export async function stepsOf(
  db: Db,
  by: "week" | "cohort",
  mondays: Mondays,
  role: Role | undefined,
): Promise<StepRow[]> {
  return stepsBy(db, by).execute({ ...mondays, role: role ?? null });
}

export type WeekRow = typeof figureWeeks.$inferSelect;

export async function weeksOf(db: Db, mondays: Mondays): Promise<WeekRow[]> {
  return reads(db).weeks.execute(mondays);
}

/** All that is unpaid past its day: in pence, and how many invoices. */
export async function arrearsNow(db: Db) {
  const [row] = await reads(db).arrears.execute();
  return row ?? { pence: 0, count: 0 };
}
