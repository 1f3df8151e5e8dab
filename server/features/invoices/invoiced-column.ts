import { type SQL, sql } from "drizzle-orm";
import { givenBackColumn } from "./returned-column.ts";

const givenBack = givenBackColumn("i");

/**
 * SQL column: what is left of the invoice `i` without VAT and without what was given back, in pence; `leftWithoutVat` of
 * contract/invoices/vat.ts.
 */
export const leftWithoutVatColumn: SQL<number> = sql`(i.total_pence - i.vat_pence - ${givenBack}
  + round(i.vat_pence * ${givenBack} / nullif(i.total_pence, 0)::numeric))`;

/**
 * SQL column: pence without VAT that the sent invoices of an engagement name, without those that were withdrawn or given
 * back, and claims.
 */
export function invoicedColumn(engagementId: SQL): SQL<number> {
  return sql`coalesce((select sum(${leftWithoutVatColumn}) from invoices i
    where i.engagement_id = ${engagementId} and i.status in ('sent', 'processing', 'completed')
      and i.claim_for_id is null), 0)`;
}
