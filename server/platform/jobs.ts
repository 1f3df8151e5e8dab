import type { House } from "../house.ts";

/**
 * Work the clock starts. Of several processes one runs it, the holder of a lock in the database; `everywhere` is for what a
 * process keeps in its own memory. A job still claims what it changes by a conditional write: a holder that was frozen may
 * wake up as two.
 */
export type Job = { name: string; everySeconds: number; everywhere?: true; run(house: House): Promise<void> };

const jobsLock = 7_261_005;

/** Starts the jobs, each as soon as this process may run it and then at its interval; never the same one twice at a time. */
export function startJobs(house: House, jobs: readonly Job[]): { close(): Promise<void> } {
  const running = new Set<Promise<void>>();
  let closed = false;
  const all = jobs.map(({ name, everySeconds, everywhere, run }) => {
    let busy = false;
    const turn = () => {
      if (busy || closed || !(everywhere || lock.held())) return;
      busy = true;
      const work: Promise<void> = run(house)
        .catch((error) => house.log.error({ err: error, job: name }, "a job failed; it runs again at its next turn"))
        .finally(() => {
          busy = false;
          running.delete(work);
        });
      running.add(work);
    };
    return { turn, everywhere, timer: setInterval(() => turn(), everySeconds * 1000).unref() };
  });
  const lock = house.database.lock(jobsLock, () => {
    for (const { turn, everywhere } of all) if (!everywhere) turn();
  });
  for (const { turn, everywhere } of all) if (everywhere) turn();
  return {
    close: async () => {
      closed = true;
      for (const { timer } of all) clearInterval(timer);
      await Promise.all(running);
      await lock.close();
    },
  };
}
