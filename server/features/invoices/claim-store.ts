import { type SQL, sql } from "drizzle-orm";

/** Another invoice by its id; the number is null while it is a draft. */
export type OtherInvoice = { id: number; number: number | null };

/** SQL column of a query on `invoices`: the invoice whose late payment this one claims. */
export const claimForColumn = sql<OtherInvoice | null>`(
  select json_build_object('id', late.id, 'number', late.number) from invoices late where late.id = invoices.claim_for_id)`;

/** SQL column: the invoice that claims this one's late payment, drafts included and withdrawn ones left out. */
export function claimedByColumn(invoiceId: SQL): SQL<OtherInvoice | null> {
  return sql`(
    select json_build_object('id', claim.id, 'number', claim.number) from invoices claim
    where claim.claim_for_id = ${invoiceId} and claim.status <> 'void')`;
}
