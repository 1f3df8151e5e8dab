import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** SQL column: how many rows of a query meet a condition; all of them without one. */
export const countOf = (condition: SQL = sql`true`): SQL<number> =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

/** How many things wait, and how many of them longer than promised. */
export type WaitingCounts = { count: number; overdue: number };

/**
 * SQL column: the counts of what waits, so that the first rows of a list bring them along. `waiting` selects `overdue` of each
 * that waits; it names nothing of the query that it is a column of, so that it is run once.
 */
export const waitingCountsColumn = (waiting: SQLWrapper): SQL<WaitingCounts> =>
  sql`(select json_build_object('count', ${countOf()}, 'overdue', ${countOf(sql`overdue`)}) from ${waiting} as waiting)`;

/** The first rows of what waits with the counts that each of them brought; without a row nothing waits. */
export const withCounts = <Row extends { counts: WaitingCounts }>(rows: Row[]): WaitingCounts & { rows: Row[] } => ({
  ...(rows[0]?.counts ?? { count: 0, overdue: 0 }),
  rows,
});
