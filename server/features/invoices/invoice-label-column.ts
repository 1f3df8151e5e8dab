import { type SQL, sql } from "drizzle-orm";
import { engagementNameColumn } from "../engagements/name-column.ts";

/** How an invoice is named on a statement; the customer as of the day of sending. */
export type InvoiceLabel = { id: number; number: number; project: string; customer: string };

/** SQL column: the label of a sent invoice. */
export function invoiceLabelColumn(invoiceId: SQL): SQL<InvoiceLabel> {
  return sql`(
    select json_build_object('id', i.id, 'number', i.number, 'project', ${engagementNameColumn(sql.raw("i.engagement_id"))},
      'customer', coalesce(nullif(i.parties -> 'customer' -> 'company' ->> 'company_name', ''),
        i.parties -> 'customer' ->> 'name', ''))
    from invoices i where i.id = ${invoiceId})`;
}
