import type { House } from "../house.ts";

/**
 * Work the clock starts. Every process runs every job; each claims what it changes by a conditional write, so that two
 * processes at once do no harm.
 */
export type Job = { name: string; everySeconds: number; run(house: House): Promise<void> };

/** Starts the jobs, each at once and then at its interval; never the same one twice at a time. */
export function startJobs(house: House, jobs: readonly Job[]): { close(): Promise<void> } {
  const running = new Set<Promise<void>>();
  let closed = false;
  const timers = jobs.map(({ name, everySeconds, run }) => {
    let busy = false;
    const turn = () => {
      if (busy || closed) return;
      busy = true;
      const work: Promise<void> = run(house)
        .catch((error) => house.log.error({ err: error, job: name }, "a job failed; it runs again at its next turn"))
        .finally(() => {
          busy = false;
          running.delete(work);
        });
      running.add(work);
    };
    turn();
    return setInterval(turn, everySeconds * 1000).unref();
  });
  return {
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
