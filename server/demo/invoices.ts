import type { VatTreatment } from "@plumbline/contract/invoices/vat.ts";
import type { AppContext } from "../context.ts";
import { createInvoice } from "../features/invoices/actions.ts";
import { payInvoice } from "../features/invoices/paying.ts";
import type { Person } from "./people.ts";

export type NewInvoice = {
  advisor: Person;
  /** An engagement in progress. */
  engagementId: number;
  /** Description, quantity, unit price in pounds, and for an advisor with VAT another treatment than the standard rate. */
  lines?: [string, number, number, VatTreatment?][];
  draft?: boolean;
};

/** An invoice that its advisor has sent or kept as a draft; returns its id. */
export function makeInvoice(
  context: AppContext,
  { advisor, engagementId, lines, draft = false }: NewInvoice,
): Promise<number> {
  const items_attributes = (lines ?? [["Finance function, first month", 1, 1000]]).map(
    ([description, quantity, unit_price, vat_treatment]) => ({ description, quantity, unit_price, vat_treatment }),
  );
  return createInvoice(context, advisor.member, { project_id: engagementId, items_attributes, draft });
}

/** Pays with the customer's saved card; both members must be set up with the card provider. */
export async function makePaid(context: AppContext, customer: Person, invoiceId: number): Promise<void> {
  const { status } = await payInvoice(context, customer.member, invoiceId);
  if (status !== "succeeded") throw new Error(`the demo's invoice ${invoiceId} is ${status}`);
}
