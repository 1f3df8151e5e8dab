import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** A dispute of a payment as the provider described it: its id there, the reason's code, and the ISO 8601 deadline. */
export const disputeFields = {
  dispute: z.string(),
  amountPence: z.number(),
  reason: z.string(),
  /** Null when no answer is due. */
  respondBy: z.string().nullable(),
};

/** The events of invoices. */
export const invoiceEvents = eventKinds("invoice", {
  "invoice.sent": {},
  "invoice.paid": {},
  "invoice.payment_failed": { reason: z.string() },
  "invoice.void": {},
  "invoice.reminded": { reminder: z.number() },
  "invoice.refunded": { reason: z.string() },
  /** The bank sent the money back, so that the invoice counts as paid again. */
  "invoice.refund_failed": {},
  /** The provider refused a refund that staff had requested. */
  "invoice.refund_refused": {},
  /** The refund of a second payment failed; the invoice stays paid by the first one. */
  "invoice.surplus_not_returned": {},
  "invoice.inquiry": disputeFields,
  "invoice.inquiry_closed": disputeFields,
  "invoice.disputed": disputeFields,
  "invoice.dispute_won": disputeFields,
  "invoice.dispute_lost": disputeFields,
});

export type InvoiceEventKind = keyof typeof invoiceEvents;
