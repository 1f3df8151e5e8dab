import { type SQL, sql } from "drizzle-orm";
import { hasDispute } from "./dispute-store.ts";

/**
 * Whether an invoice of an engagement has been paid, as a column of a query that names the engagement (decision 26). What a
 * bank has given back counts no more than what we have.
 */
export function wasPaid(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from invoices i where i.engagement_id = ${engagementId} and i.status = 'completed'
    and not ${hasDispute(sql.raw("i.id"), "lost")})`;
}
