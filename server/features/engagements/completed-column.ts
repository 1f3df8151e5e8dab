import { type SQL, sql } from "drizzle-orm";

/** SQL column: how many engagements an advisor has completed. */
export function completedColumn(advisorId: SQL): SQL<number> {
  return sql`(select count(*)::int from engagements e where e.advisor_id = ${advisorId} and e.status = 'completed')`;
}
