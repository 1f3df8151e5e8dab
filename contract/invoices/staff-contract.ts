import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { decimal, Id, required } from "../fields.ts";
import { Invoice } from "./contract.ts";
import { refundAmountMessage } from "./refunds.ts";

// What staff read of an invoice, and do with its payment.

const byId = { params: z.object({ id: Id }) } as const;

export const readAnyInvoice = endpoint({
  method: "GET",
  path: "/api/back-office/invoices/{id}",
  for: "staff",
  area: "money",
  summary: "One sent invoice, with its fees.",
  ...byId,
  output: Invoice,
});

const refundReasonMessage = "Please give the reason: both parties will read it.";
const refundAmount = decimal(refundAmountMessage);
/** Strict, because money is concerned: a misspelt `amount` must not give back the whole payment. */
export const RefundForm = z.strictObject({
  reason: required(refundReasonMessage, 2000),
  /** Pounds; without it, all that is left. */
  amount: refundAmount.nullish(),
  /** Pounds that had been given back when the caller looked: a refund is not made twice by two who think of the same one. */
  refunded: z.number("is not a sum").optional(),
});

export const refundInvoice = endpoint({
  method: "PATCH",
  path: "/api/back-office/invoices/{id}/refund",
  for: "staff",
  area: "money",
  summary:
    "Give a payment back to the customer, or an `amount` of it: the advisor's share and our fee in proportion. Both parties are told why. 409 when something was given back since the caller looked. Unknown fields are refused.",
  ...byId,
  body: RefundForm,
  inSteps: true,
  output: Invoice,
});

export const previewRefund = endpoint({
  method: "GET",
  path: "/api/back-office/invoices/{id}/refund",
  for: "staff",
  area: "money",
  summary: "What a refund of an `amount`, or of all that is left, would take from the advisor and from us.",
  ...byId,
  query: z.strictObject({ amount: refundAmount.optional() }),
  /** Pounds. */
  output: z.object({
    amount: z.number(),
    advisor_amount: z.number(),
    platform_fee: z.number(),
    /** How much of the amount is VAT; left out where the invoice has none. */
    vat: z.number().optional(),
    /** What can be refunded now at most, and what would be left after this. */
    possible: z.number(),
    left_after: z.number(),
    /** What waits in the advisor's balance at the provider as far as we know, and after this: below 0 it is owed. */
    advisor_balance: z.number(),
    advisor_balance_after: z.number(),
    /** Why it would be refused, as a sentence. */
    refused: z.string().nullable(),
  }),
});
export type RefundPreview = z.infer<typeof previewRefund.output>;
