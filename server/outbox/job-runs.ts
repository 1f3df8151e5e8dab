import { sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { failureReason } from "./failure-reason.ts";
import { jobRuns } from "./schema.ts";

/** How often a job that goes well is recorded, in milliseconds: some run every few seconds. */
const recordedEvery = 60_000;

type Run = { name: string; startedAt: Date; tookMs: number; error?: unknown };

/**
 * Records runs of jobs for the back office's page of the machine's health: one a minute of a job that succeeds, and
 * every run that fails or is the first to succeed again. A run that cannot be recorded does not fail.
 */
export function openJobRuns(db: Db): (run: Run) => Promise<void> {
  const recorded = new Map<string, { at: number; failed: boolean }>();
  return async ({ name, startedAt, tookMs, error }) => {
    const failed = error !== undefined;
    const last = recorded.get(name);
    const at = performance.now();
    if (last && !failed && !last.failed && at - last.at < recordedEvery) return;
    recorded.set(name, { at, failed });
    const failure = failed ? failureReason(error) : null;
    const values = { name, startedAt, tookMs: Math.round(tookMs), failingSince: failed ? startedAt : null, failure };
    await db
      .insert(jobRuns)
      .values(values)
      .onConflictDoUpdate({
        target: jobRuns.name,
        set: {
          ...values,
          failingSince: failed ? sql`coalesce(${jobRuns.failingSince}, excluded.failing_since)` : null,
        },
      })
      .catch(() => {});
  };
}

export type JobRun = typeof jobRuns.$inferSelect;

const allRuns = preparedOn((db) => db.select().from(jobRuns).prepare("job_runs"));

/** The last recorded run of each job, by its name. */
export async function lastJobRuns(db: Db): Promise<Map<string, JobRun>> {
  const rows = await allRuns(db).execute();
  return new Map(rows.map((row) => [row.name, row]));
}
