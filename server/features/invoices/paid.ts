import { type SQL, sql } from "drizzle-orm";

/**
 * Whether an invoice of an engagement has been paid, as a column of a query that names the engagement (decision 26). What a
 * bank has given back counts no more than what we have.
 */
export function wasPaid(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from invoices i where i.engagement_id = ${engagementId} and i.status = 'completed'
    and not exists (select 1 from disputes d where d.invoice_id = i.id and d.state = 'lost'))`;
}
