import { type SQL, sql } from "drizzle-orm";

/** How many engagements an advisor has completed, as a column of a query that names the advisor. */
export function completedColumn(advisorId: SQL): SQL<number> {
  return sql`(select count(*)::int from engagements e where e.advisor_id = ${advisorId} and e.status = 'completed')`;
}
