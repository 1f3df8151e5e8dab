import type { Store } from "./store.ts";

export type Clock = ReturnType<typeof openClock>;

/**
 * The sandbox's time in Unix seconds: real time plus an offset that only grows and survives a restart.
 * `at` lets the renewals engine live through a missed moment at its own date.
 */
export function openClock(store: Store, realNow: () => number) {
  let pretended: number | null = null;
  let offset = store.note<number>("clock") ?? 0;
  const now = () => pretended ?? Math.floor(realNow() / 1000) + offset;

  return {
    now,
    /** Moves time forward by whole seconds; Stripe's clocks never go back and neither does this one. */
    advance(seconds: number): void {
      offset += Math.max(0, Math.trunc(seconds));
      store.setNote("clock", offset);
    },
    at<T>(moment: number, work: () => T): T {
      const outer = pretended;
      pretended = moment;
      try {
        return work();
      } finally {
        pretended = outer;
      }
    },
  };
}
