import type { House } from "../house.ts";
import { tooMany } from "./problems.ts";

/**
 * Slows down guessing: counts attempts per key (an account, an address) in this process's memory. Sources are limited
 * beside it, per endpoint (`limit` in the contract).
 */
export type Attempts = {
  /** Throws tooMany when `key` has used up its attempts; otherwise counts one. `seconds` is the window. */
  count(key: string, most: number, seconds: number): void;
  /** A success: the key starts afresh. */
  forget(key: string): void;
};

const mostKeys = 50_000;

export function openAttempts({ settings, clock }: Pick<House, "settings" | "clock">): Attempts {
  const counted = new Map<string, { times: number; until: number }>();
  return {
    count: (key, most, seconds) => {
      if (!settings.rateLimit) return;
      const now = clock.now().getTime();
      const known = counted.get(key);
      const current = known && known.until > now ? known : { times: 0, until: now + seconds * 1000 };
      if (current.times >= most) throw tooMany((current.until - now) / 1000);
      if (counted.size >= mostKeys) forgetOldest(counted);
      counted.delete(key);
      counted.set(key, { times: current.times + 1, until: current.until });
    },
    forget: (key) => {
      counted.delete(key);
    },
  };
}

/** Maps keep the order of insertion: the first tenth was touched longest ago. */
function forgetOldest(counted: Map<string, unknown>): void {
  for (const key of [...counted.keys()].slice(0, mostKeys / 10)) counted.delete(key);
}
