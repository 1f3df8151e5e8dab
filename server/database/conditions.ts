import { and, or, type SQL, sql } from "drizzle-orm";

// drizzle's own `and` and `or` may return undefined, because they leave out conditions that are undefined.

/** All conditions hold. */
export const allOf = (first: SQL, ...others: SQL[]): SQL => and(first, ...others) ?? sql`true`;

/** At least one condition holds. */
export const anyOf = (first: SQL, ...others: SQL[]): SQL => or(first, ...others) ?? sql`false`;
