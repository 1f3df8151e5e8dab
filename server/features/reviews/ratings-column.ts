import { type SQL, sql } from "drizzle-orm";
import { hasPaidInvoice } from "../invoices/paid-column.ts";

/** An advisor's verified, chosen ratings as one JSON column of a query that names the advisor (decision 26). */
export function verifiedRatingsColumn(advisorId: SQL): SQL<{ count: number; sum: number }> {
  return sql`(
    select json_build_object('count', count(*), 'sum', coalesce(sum(r.rating), 0))
    from reviews r
    where r.advisor_id = ${advisorId} and r.rating_chosen and ${hasPaidInvoice(sql.raw("r.engagement_id"))})`;
}
