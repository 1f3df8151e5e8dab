import type { Store } from "./store.ts";

export type Clock = ReturnType<typeof openClock>;

/**
 * The sandbox's time in Unix seconds: real time plus an offset that only grows and survives a restart.
 * `at` runs work at an earlier time, so that a timer that is run late sees its own date.
 */
export function openClock(store: Store, realNow: () => number) {
  let overridden: number | null = null;
  let past: number | null = null;
  let silent = false;
  let offset = store.note<number>("clock") ?? 0;
  const now = () => overridden ?? past ?? Math.floor(realNow() / 1000) + offset;

  return {
    now,
    /** Moves time forward by whole seconds; like Stripe's test clocks, it never goes back. */
    advance(seconds: number): void {
      offset += Math.max(0, Math.trunc(seconds));
      store.setNote("clock", offset);
    },
    /**
     * Keeps time at an earlier moment, for data with a history; null returns to the present. With `told` no webhook
     * reports what happens then, as if it had been reported at that time.
     */
    goBackTo(moment: number | null, told = false): void {
      past = moment;
      silent = moment !== null && told;
    },
    isSilent: () => silent,
    at<T>(moment: number, work: () => T): T {
      const outer = overridden;
      overridden = moment;
      try {
        return work();
      } finally {
        overridden = outer;
      }
    },
  };
}
