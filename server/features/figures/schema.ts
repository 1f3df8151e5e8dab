import { figureSteps } from "@plumbline/contract/back-office/figures-rules.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

/** When a member came to each step, as it is counted in `figure_step_counts`: derived, and compared anew after each event (ADR-036). */
export const figureMembers = pgTable(
  "figure_members",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["customer", "advisor"] }).notNull(),
    appliedAt: moment("applied_at").notNull(),
    /** When the application was complete, so that it could be decided. */
    readyAt: moment("ready_at").notNull(),
    decidedAt: moment("decided_at"),
    approvedAt: moment("approved_at"),
    payingAt: moment("paying_at"),
    matchedAt: moment("matched_at"),
    talkingAt: moment("talking_at"),
    engagedAt: moment("engaged_at"),
    paidAt: moment("paid_at"),
  },
  (table) => [
    index("figure_members_decided").on(table.decidedAt).where(sql`decided_at is not null`),
    index("figure_members_matched").on(table.matchedAt).where(sql`matched_at is not null`),
  ],
);

/** How many members of a role who applied in a week came to a step in a week. Weeks are their Mondays, in London. */
export const figureStepCounts = pgTable(
  "figure_step_counts",
  {
    cohort: date("cohort", { mode: "string" }).notNull(),
    week: date("week", { mode: "string" }).notNull(),
    role: text("role", { enum: ["customer", "advisor"] }).notNull(),
    step: text("step", { enum: figureSteps }).notNull(),
    people: integer("people").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cohort, table.week, table.role, table.step] }),
    index("figure_step_counts_by_week").on(table.week),
  ],
);

const pence = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
const count = (name: string) => integer(name).notNull().default(0);

/** What happened in a week. A stale one is counted anew by the next turn of the job. */
export const figureWeeks = pgTable(
  "figure_weeks",
  {
    week: date("week", { mode: "string" }).primaryKey(),
    stale: boolean("stale").notNull().default(true),
    countedAt: timestamp("counted_at", { withTimezone: true }),
    turnoverPence: pence("turnover_pence"),
    commissionPence: pence("commission_pence"),
    membershipPence: pence("membership_pence"),
    disputedPence: pence("disputed_pence"),
    arrearsPence: pence("arrears_pence"),
    arrearsCount: count("arrears_count"),
    decisions: count("decisions"),
    decisionHours: doublePrecision("decision_hours"),
    matchHours: doublePrecision("match_hours"),
    answerHours: doublePrecision("answer_hours"),
    emptySearches: count("empty_searches"),
  },
  (table) => [index("figure_weeks_stale").on(table.week).where(sql`stale`)],
);

/** How far the members who were there before are counted: one row. */
export const figureFilling = pgTable("figure_filling", {
  id: integer("id").primaryKey(),
  reached: integer("reached").notNull(),
  done: boolean("done").notNull(),
});
