import { sql } from "drizzle-orm";
import { bigserial, boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, moment } from "../database/columns.ts";
import type { Origin } from "./origin.ts";

/** The last recorded run of each job (jobs.ts), for staff to see. */
export const jobRuns = pgTable("job_runs", {
  name: text("name").primaryKey(),
  startedAt: moment("started_at").notNull(),
  tookMs: integer("took_ms").notNull(),
  /** Since when every run has failed, and the last error's name and place; null when the last run succeeded. */
  failingSince: moment("failing_since"),
  failure: text("failure"),
});

/** One row per meaningful action, written in its transaction; the timeline, notifications and the audit read it. */
export const events = pgTable(
  "events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: text("kind").notNull(),
    /** Null for events of jobs and of the card provider. */
    actorId: integer("actor_id"),
    subject: text("subject").notNull(),
    subjectId: integer("subject_id").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: created(),
    /** Where the act came from; of events of the audit only, and null for jobs and the command line. */
    origin: jsonb("origin").$type<Origin>(),
    /** Whether the event belongs into the audit and is not in it yet; a trigger decides it for each new row (ADR-028). */
    toSeal: boolean("to_seal"),
    /** The traceparent of the call that recorded it, for the trace of its delivery; null without tracing (ADR-041). */
    trace: text("trace"),
    deliveredAt: moment("delivered_at"),
    leasedUntil: moment("leased_until"),
    /** The process that is delivering it, by a random name. */
    lease: text("lease"),
    attempts: integer("attempts").notNull().default(0),
    /** Set when its handlers failed too often: it is not retried, and `failure` has the reason. */
    failedAt: moment("failed_at"),
    failure: text("failure"),
  },
  (table) => [
    index("events_of_subject").on(table.subject, table.subjectId, table.id),
    index("events_of_actor").on(table.actorId, table.id).where(sql`actor_id is not null`),
    index("events_to_tell").on(table.id).where(sql`delivered_at is null and failed_at is null`),
    index("events_to_seal").on(table.id).where(sql`to_seal`),
    index("events_failed").on(table.id).where(sql`failed_at is not null`),
  ],
);
