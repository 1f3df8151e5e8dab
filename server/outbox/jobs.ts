import type { AppContext } from "../context.ts";
import { traced } from "../telemetry/spans.ts";
import { distinctFailures } from "./each-in-turn.ts";
import { openJobRuns } from "./job-runs.ts";

/**
 * Scheduled work. Of several processes one runs it, the holder of a lock in the database; `everywhere` is for jobs on a
 * process's own memory. A job still uses conditional writes, because a process that was suspended may have lost the
 * lock.
 */
export type Job = { name: string; everySeconds: number; everywhere?: true; run(context: AppContext): Promise<void> };

/** Held by one of the processes that run on a database, whichever it is. */
export const jobsLock = 7_261_005;

/** How long jobs in progress may take when the process stops, in milliseconds. */
const shutdownTimeout = 10_000;

/**
 * Starts the jobs, each as soon as this process may run it and then at its interval; a job never overlaps with itself.
 */
export function startJobs(context: AppContext, jobs: readonly Job[]): { close(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const record = openJobRuns(context.db);
  let closed = false;
  const all = jobs.map(({ name, everySeconds, everywhere, run }) => {
    let busy = false;
    let failing = false;
    const begin = () => ({ name: `job ${name}`, kind: "internal", facts: { "plumbline.job": name } }) as const;
    const turn = () => {
      if (busy || closed || !(everywhere || lock.held())) return;
      busy = true;
      const [startedAt, began] = [context.clock.now(), performance.now()];
      const ended = (error?: unknown) => record({ name, startedAt, tookMs: performance.now() - began, error });
      const work: Promise<void> = traced(context.telemetry.tracing, begin, () => run(context))
        .then(
          () => {
            failing = false;
            return ended();
          },
          (error) => {
            const distinct = distinctFailures(error);
            for (const { error: err, ...about } of distinct)
              context.log.error({ err, job: name, ...about }, "a job failed; it runs again at its next turn");
            // Some run every few seconds, so a series of failures is reported once.
            if (!failing) context.telemetry.report(distinct[0]?.error, { job: name });
            failing = true;
            return ended(distinct[0]?.error);
          },
        )
        .finally(() => {
          busy = false;
          running.delete(work);
        });
      running.add(work);
    };
    return { turn, everywhere, timer: setInterval(() => turn(), everySeconds * 1000).unref() };
  });
  const lock = context.database.lock(jobsLock, () => {
    for (const { turn, everywhere } of all) if (!everywhere) turn();
  });
  for (const { turn, everywhere } of all) if (everywhere) turn();
  return {
    close: async () => {
      closed = true;
      for (const { timer } of all) clearInterval(timer);
      // A job that goes through thousands of things may take minutes; the next process goes on from where it was.
      const late = new Promise((resolve) => setTimeout(resolve, shutdownTimeout).unref());
      await Promise.race([Promise.all(running), late]);
      await lock.close();
    },
  };
}
