import { type SQL, sql } from "drizzle-orm";
import { payerColumn } from "../membership/payment-join.ts";

/** What has an id of the card provider: an invoice (or a membership's payer), and in a word what the id names. */
export const invoicesByProviderId = (id: SQL): SQL => sql`
  select 'invoice' as kind, p.invoice_id as id, 'Payment' as what from payments p where p.intent_id = ${id}
  union all
  select 'invoice', p.invoice_id, 'Refund' from payments p where p.refund_id = ${id} and p.refund_id is not null
  union all
  select 'invoice', r.invoice_id, 'Refund' from refunds r where r.provider_id = ${id}
  union all
  select 'invoice', d.invoice_id, 'Dispute' from disputes d where d.provider_id = ${id} and d.invoice_id is not null
  union all
  select 'member', ${payerColumn(sql.raw("d.membership_payment_id"))}, 'Dispute' from disputes d
  where d.provider_id = ${id} and d.membership_payment_id is not null`;
