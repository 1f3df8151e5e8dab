import { type SQL, sql } from "drizzle-orm";

/** SQL column: the ids of the customer and the advisor of an engagement. */
export function bothSidesOfEngagement(engagementId: SQL): SQL<number[] | null> {
  return sql`(select array[t.customer_id, t.advisor_id] from engagements t where t.id = ${engagementId})`;
}
