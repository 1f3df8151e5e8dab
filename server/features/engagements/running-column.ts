import { type SQL, sql } from "drizzle-orm";
import { isUnsettledBetween } from "../invoices/unsettled-column.ts";

/**
 * SQL condition: whether two members have agreed work that has not ended, or an invoice that is not settled. Takes
 * expressions for their ids.
 */
export function workRunsBetween(customerId: SQL, advisorId: SQL): SQL<boolean> {
  return sql`(exists (
      select from engagements e
      where e.customer_id = ${customerId} and e.advisor_id = ${advisorId} and e.status in ('accepted', 'in_progress'))
    or ${isUnsettledBetween(customerId, advisorId)})`;
}
