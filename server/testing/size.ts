/** True under `npm run failures`: the figures of R1 to R27 at full size instead of one that fits into the suite. */
export const fullSize = process.env["FAILURES"] === "full";

/** The size of a failure test: `full` for `npm run failures`, `small` in the suite. */
export const sized = (full: number, small: number): number => (fullSize ? full : small);

/**
 * What the specification calls "within a second", in milliseconds. The suite's other tests keep the machine busy, so that
 * it allows more.
 */
export const aSecond = sized(1000, 4000);

/** The timeout of a failure test in milliseconds: `small` in the suite, an hour at full size. */
export const timeoutFor = (small: number): number => (fullSize ? 3_600_000 : small);
