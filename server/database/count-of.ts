import { type SQL, sql } from "drizzle-orm";

/** SQL column: how many rows of a query meet a condition; all of them without one. */
export const countOf = (condition: SQL = sql`true`): SQL<number> =>
  sql<number>`(count(*) filter (where ${condition}))::int`;
