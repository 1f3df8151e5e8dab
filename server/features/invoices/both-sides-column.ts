import { type SQL, sql } from "drizzle-orm";

/** SQL column: the ids of the customer and the advisor of an invoice. */
export function bothSidesOfInvoice(invoiceId: SQL): SQL<number[] | null> {
  return sql`(select array[t.customer_id, t.advisor_id] from invoices t where t.id = ${invoiceId})`;
}
