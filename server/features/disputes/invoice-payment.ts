import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { findEngagement } from "../engagements/store.ts";
import { recordDispute } from "../invoices/disputes.ts";
import type { PaymentRow } from "../invoices/payment-store.ts";
import { shownToStaff } from "../invoices/shown-to-staff.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { nameOf } from "../profiles/store.ts";
import type { DisputedPayment } from "./disputed-payment.ts";
import { invoiceEvidence } from "./evidence.ts";

/** The disputed payment of an invoice. */
export function invoicePayment(context: AppContext, invoice: InvoiceRow, payment: PaymentRow): DisputedPayment {
  const number = invoiceNumber(invoice.number ?? 0);
  return {
    title: `Invoice ${number}`,
    record: (dispute) => recordDispute(context, payment, dispute),
    evidence: () => invoiceEvidence(context, invoice),
    receipt: async () => {
      const shown = await shownToStaff(context, invoice.id);
      return shown && { name: `${number}.pdf`, data: await context.pdfs.invoice(shown) };
    },
    facts: async () => {
      const [engagement, customer, advisor] = await Promise.all([
        findEngagement(context.db, invoice.engagementId),
        nameOf(context.db, invoice.customerId),
        nameOf(context.db, invoice.advisorId),
      ]);
      return {
        customer: { id: invoice.customerId, name: customer },
        invoice: { id: invoice.id, number, total: decimalOf(invoice.totalPence) },
        project: { id: invoice.engagementId, name: engagement?.name ?? "" },
        advisor: { id: invoice.advisorId, name: advisor },
        membership: null,
      };
    },
  };
}
