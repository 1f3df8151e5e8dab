import { type SQL, sql } from "drizzle-orm";

/**
 * Whether a lease that ends at `until`, or an attempt postponed until then, was written before the clock was set back,
 * because it ends later than now plus the `longest` possible time, an interval. `now()` is the start of the transaction,
 * and another one that began after it may already have taken the lease: a minute's difference is no jump of the clock.
 */
export const isBeforeClockJump = (until: SQL, longest: SQL): SQL =>
  sql`${until} > now() + ${longest} + interval '1 minute'`;
