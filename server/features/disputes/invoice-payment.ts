import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { recordDispute } from "../invoices/disputes.ts";
import { findPayment } from "../invoices/payment-store.ts";
import { shownToStaff } from "../invoices/shown-to-staff.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { type DisputedPayment, readOnce } from "./disputed-payment.ts";
import { backgroundOf, invoiceEvidence } from "./evidence.ts";

/** The disputed payment of an invoice. */
export function invoicePayment(context: AppContext, invoice: InvoiceRow, paymentId: number): DisputedPayment {
  const { db } = context;
  const number = invoiceNumber(invoice.number ?? 0);
  const background = readOnce(() => backgroundOf(db, invoice));
  return {
    title: `Invoice ${number}`,
    record: async (dispute) => recordDispute(context, existing(await findPayment(db, paymentId)), dispute),
    evidence: async () => invoiceEvidence(db, invoice, await background()),
    receipt: async () => {
      const shown = await shownToStaff(context, invoice.id);
      return shown && { name: `${number}.pdf`, data: await context.pdfs.invoice(shown) };
    },
    facts: async () => {
      const { engagement, customer, advisorName } = await background();
      return {
        customer: { id: invoice.customerId, name: customer.name },
        invoice: { id: invoice.id, number, total: decimalOf(invoice.totalPence) },
        project: { id: invoice.engagementId, name: engagement?.name ?? "" },
        advisor: { id: invoice.advisorId, name: advisorName },
        membership: null,
      };
    },
  };
}
