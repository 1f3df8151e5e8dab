import { type SQL, sql } from "drizzle-orm";
import { invoicedColumn } from "./invoiced-column.ts";

/** An engagement's sent invoices: how many, the pence that they name, and the newest five. */
export type InvoicesOfEngagement = { count: number; pence: number; newest: { id: number; number: number }[] };

/** SQL column: the sent invoices of an engagement that the query names by its id. */
export function invoicesOfEngagementColumn(engagementId: SQL): SQL<InvoicesOfEngagement> {
  const sent = sql`from invoices i where i.engagement_id = ${engagementId} and i.status <> 'draft'`;
  return sql`json_build_object('count', (select count(*) ${sent}), 'pence', ${invoicedColumn(engagementId)}::float8,
    'newest', (select coalesce(json_agg(json_build_object('id', n.id, 'number', n.number) order by n.id desc), '[]'::json)
      from (select i.id, i.number ${sent} order by i.id desc limit 5) n))`;
}
