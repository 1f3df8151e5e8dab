import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether a sent invoice between two members waits for its payment. Takes expressions for their ids. */
export function isUnsettledBetween(customerId: SQL, advisorId: SQL): SQL<boolean> {
  return sql`exists (
    select from invoices i
    where i.customer_id = ${customerId} and i.advisor_id = ${advisorId} and i.status in ('sent', 'processing'))`;
}
