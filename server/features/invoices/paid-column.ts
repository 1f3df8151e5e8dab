import { type SQL, sql } from "drizzle-orm";
import { hasDispute } from "./dispute-store.ts";

/**
 * SQL column: whether an invoice of the engagement has been paid (decision 26). A refunded payment does not count, nor one
 * that a bank has returned.
 */
export function hasPaidInvoice(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from invoices i where i.engagement_id = ${engagementId} and i.status = 'completed'
    and not ${hasDispute(sql.raw("i.id"), "lost")})`;
}
