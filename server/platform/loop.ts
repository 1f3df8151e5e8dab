import type { House } from "../house.ts";

export type Loop = {
  /** Looks soon; for whoever knows that there is something to do. */
  look(): void;
  /** Looks now; resolves when nothing is left to do. */
  settle(): Promise<void>;
  /** Stops taking work and finishes what is in hand. */
  close(): Promise<void>;
};

/** Also looks by itself this often, in milliseconds: a lost wake-up, or a retry whose time has come. */
const patience = 2000;

/**
 * Repeats `work` until it returns false, whenever a commit wakes it (see migrations, wake_ups) and every few seconds.
 * Never runs twice at once in a process; an error is logged and the next look goes on.
 */
export function openLoop(
  house: Pick<House, "database" | "log">,
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
      if (!closed) house.log.error({ err: error, loop: table }, "a delivery loop stumbled");
    } finally {
      running = null;
    }
  };
  const look = () => {
    if (closed) return;
    again = true;
    running ??= run();
  };
  const timer = setInterval(look, patience);
  timer.unref();
  const reclaimed = house.database.kind === "embedded" ? reclaim() : Promise.resolve();
  const listening = house.database.listen("plumbline_wake", (from) => {
    if (from === table) look();
  });
  Promise.all([reclaimed, listening]).then(look, (error) => house.log.error({ err: error }, "no wake-ups"));
  return {
    look,
    settle: async () => {
      look();
      while (running) await running;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
