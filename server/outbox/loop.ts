import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/database.ts";

export type Loop = {
  /** Schedules a run soon. */
  wake(): void;
  /** Runs now; resolves when nothing is left to do. */
  settle(): Promise<void>;
  /** Stops taking work and finishes the current run. */
  close(): Promise<void>;
};

/** The polling interval, in milliseconds, for lost wake-ups and due retries. */
const pollInterval = 2000;

/**
 * Repeats `work` until it returns false, whenever a commit wakes it (database/wake-ups.ts) and every few seconds.
 * Never runs twice at once in a process; an error is logged, and the next run continues.
 */
export function openLoop(
  context: { database: Database; log: FastifyBaseLogger },
  table: string,
  work: () => Promise<boolean>,
  /** Takes back what a killed process had leased; only where there can be no other process. */
  reclaim: () => Promise<unknown>,
): Loop {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const run = async () => {
    try {
      do {
        again = false;
        while (!closed && (await work())) {}
      } while (again && !closed);
    } catch (error) {
      if (!closed) context.log.error({ err: error, loop: table }, "a delivery loop failed");
    } finally {
      running = null;
    }
  };
  const wake = () => {
    if (closed) return;
    again = true;
    running ??= run();
  };
  const timer = setInterval(wake, pollInterval);
  timer.unref();
  const reclaimed = context.database.kind === "embedded" ? reclaim() : Promise.resolve();
  const listening = context.database.listen("plumbline_wake", (from) => {
    if (from === table) wake();
  });
  Promise.all([reclaimed, listening]).then(wake, (error) =>
    context.log.error({ err: error }, "wake-ups are not received"),
  );
  return {
    wake,
    settle: async () => {
      wake();
      while (running) await running;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
