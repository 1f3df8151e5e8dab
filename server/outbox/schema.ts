import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, moment } from "../database/columns.ts";

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
    index("events_to_tell").on(table.id).where(sql`delivered_at is null and failed_at is null`),
    index("events_failed").on(table.id).where(sql`failed_at is not null`),
  ],
);
