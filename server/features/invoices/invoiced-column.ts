import { type SQL, sql } from "drizzle-orm";

/** SQL column: pence that the sent invoices of an engagement name, without those that were withdrawn or given back, and claims. */
export function invoicedColumn(engagementId: SQL): SQL<number> {
  return sql`coalesce((select sum(i.total_pence - i.refunded_pence) from invoices i
    where i.engagement_id = ${engagementId} and i.status in ('sent', 'processing', 'completed')
      and i.claim_for_id is null), 0)`;
}
