import { type SQL, sql } from "drizzle-orm";

/** An engagement's name as a column of a query that names the engagement, for what hangs on one: its invoices. */
export function engagementNameColumn(engagementId: SQL): SQL<string> {
  return sql`(select e.name from engagements e where e.id = ${engagementId})`;
}
