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

/** Staff sent an answer to a dispute: what of the history went in, and how many own files. */
export const answeredFields = { dispute: z.string(), amountPence: z.number(), parts: z.string(), files: z.number() };
/** Staff accepted a dispute as lost, with the reason. */
export const acceptedFields = { dispute: z.string(), amountPence: z.number(), reason: z.string() };

/** A refund by its id here, and what it took back from the advisor and of our fee. */
const refundFields = { refund: z.number(), amountPence: z.number(), advisorPence: z.number(), feePence: z.number() };

/** An advisor's registration for VAT. */
export const vatEvents = eventKinds("member", { "vat.registered": {}, "vat.ended": {} });

/** The events of invoices. */
export const invoiceEvents = eventKinds("invoice", {
  "invoice.sent": {},
  "invoice.paid": {},
  "invoice.payment_failed": { reason: z.string() },
  "invoice.void": {},
  "invoice.reminded": { reminder: z.number() },
  /** All of it, perhaps in several parts; the amounts are of the last one. Older events have none. */
  "invoice.refunded": { reason: z.string(), ...z.object(refundFields).partial().shape },
  "invoice.partly_refunded": { reason: z.string(), ...refundFields, leftPence: z.number() },
  /** The bank sent the money back, so that this part counts as paid again; older events are of the whole invoice. */
  "invoice.refund_failed": { amountPence: z.number().optional() },
  /** The provider refused a refund that staff had requested. */
  "invoice.refund_refused": {},
  /** The refund of a second payment failed; the invoice stays paid by the first one. */
  "invoice.surplus_not_returned": {},
  "invoice.inquiry": disputeFields,
  "invoice.inquiry_closed": disputeFields,
  "invoice.disputed": disputeFields,
  "invoice.dispute_due": disputeFields,
  "invoice.dispute_answered": answeredFields,
  "invoice.dispute_accepted": acceptedFields,
  "invoice.dispute_won": disputeFields,
  "invoice.dispute_lost": disputeFields,
});

export type InvoiceEventKind = keyof typeof invoiceEvents;
