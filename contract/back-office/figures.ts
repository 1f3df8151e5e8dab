import { z } from "zod";
import { type Declaration, endpoint } from "../endpoint.ts";
import { CalendarDay, day, Whole } from "../fields.ts";
import { choice, emptyAsMissing } from "../lists.ts";
import { roles } from "../product.ts";
import { fromKeys } from "../records.ts";
import { figureSteps } from "./figures-rules.ts";

const noDay = "is not a day";
const figures = {
  method: "GET",
  for: "staff",
  area: "figures",
  exported: true,
  query: z.object({
    /** The first and the last day; the weeks that they lie in are counted as a whole. Without them the last 26 weeks. */
    from: emptyAsMissing(day(noDay).optional()),
    to: emptyAsMissing(day(noDay).optional()),
    /** Of the steps: customers or advisors alone. */
    role: choice(roles),
  }),
} as const satisfies Partial<Declaration>;

/** How many members have come to each step. */
const steps = fromKeys(figureSteps, () => Whole);

const Week = z.object({
  /** Its Monday, in London. */
  week: CalendarDay,
  ...steps,
  /** In pounds: what customers paid for invoices, less what was given back; what of it we keep; memberships, less refunds. */
  turnover: z.number(),
  commission: z.number(),
  membership: z.number(),
  /** In pounds: taken by banks in disputes, less what was won. */
  disputed: z.number(),
  /** In pounds and in number: invoices that were due in the week, and are unpaid today. */
  arrears: z.number(),
  arrears_count: Whole,
  decisions: Whole,
  /** The medians, in hours, of what ended in the week; null where nothing did. */
  decision_hours: z.number().nullable(),
  match_hours: z.number().nullable(),
  answer_hours: z.number().nullable(),
  /** Searches that found nobody. */
  empty_searches: Whole,
});
export type FigureWeek = z.infer<typeof Week>;

/** Rows G-85 and G-86. */
export const readFigures = endpoint({
  ...figures,
  path: "/api/back-office/figures",
  summary:
    "The place by week, newest first: how many members came to each step, what was earned, what is owed, how long people waited. At most three years at once.",
  mayBeStale: true,
  output: z.object({
    entries: z.array(Week),
    /** All that is unpaid past its day, whenever it was due: in pounds, and how many invoices. */
    arrears: z.object({ amount: z.number(), count: Whole }),
    /** False while members or weeks are being counted, such as after an upgrade. */
    complete: z.boolean(),
  }),
});
const Cohort = z.object({ week: CalendarDay, ...steps });
export type FigureCohort = z.infer<typeof Cohort>;

/** Row G-85. */
export const readCohorts = endpoint({
  ...figures,
  path: "/api/back-office/figures/cohorts",
  summary: "Those who applied in each week, newest first, and how many of them have come to each step until now.",
  mayBeStale: true,
  output: z.object({ entries: z.array(Cohort) }),
});
