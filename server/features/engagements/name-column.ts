import { type SQL, sql } from "drizzle-orm";

/** SQL column: an engagement's name, for queries of other features such as invoices. */
export function engagementNameColumn(engagementId: SQL): SQL<string> {
  return sql`(select e.name from engagements e where e.id = ${engagementId})`;
}
