import { type SQL, sql } from "drizzle-orm";

/**
 * Whether a lease that ends at `until`, or an attempt postponed until then, was written before the clock was set back,
 * because it ends later than now plus the `longest` possible time, an interval. `now()` is the start of the
 * transaction, and another one that began later may already have taken the lease, so that up to a minute's difference
 * does not count.
 */
export const isBeforeClockJump = (until: SQL, longest: SQL): SQL =>
  sql`${until} > now() + ${longest} + interval '1 minute'`;
