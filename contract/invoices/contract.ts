import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Id, Moment, Page, Pagination, Whole } from "../fields.ts";
import { choice, listCsv, listFilters, listSums } from "../lists.ts";
import { Party } from "../profiles/party.ts";
import { Draft, NewInvoice, SeenDraft } from "./invoice-forms.ts";
import { LatePayment, OtherInvoice } from "./late-payment-shape.ts";
import { refundStates } from "./refunds.ts";
import { disputeStates, wireStatuses } from "./rules.ts";
import { VatOfInvoice, vatOfItem } from "./vat-shape.ts";

const InvoiceItem = z.object({
  description: z.string(),
  quantity: z.number(),
  /** Pounds, as `amount`, which is quantity times unit price, rounded half up to the penny; without VAT. */
  unit_price: z.number(),
  amount: z.number(),
  ...vatOfItem,
});

/** The state of the payment, for the customer only. */
const Payment = z.object({
  status: z.enum(["processing", "requires_action", "failed", "succeeded", "refunded"]),
  /** The provider's reason for a declined payment, for display. */
  message: z.string().nullable(),
  /** For the provider's authentication step in the page; only in the response to `accept`. */
  client_secret: z.string().nullable(),
});

/** What was given back of the payment, or is being given back; in pounds. */
const Refund = z.object({
  id: Whole,
  state: z.enum(refundStates),
  amount: z.number(),
  /** How much of the amount is VAT; left out where the invoice has none. */
  vat: z.number().optional(),
  reason: z.string(),
  created_at: Moment,
  /** When the provider carried it through, refused it, or the bank sent it back. */
  settled_at: Moment.nullable(),
  /** What it took back from the advisor, and what of our fee was returned; left out for the customer. */
  advisor_amount: z.number().optional(),
  platform_fee: z.number().optional(),
  /** For staff: who asked for it; null for one that was made in the provider's dashboard. */
  by: z.string().nullable().optional(),
});

/** A payment that the customer disputes with their bank. */
export const Dispute = z.object({
  state: z.enum(disputeStates),
  /** Pounds; may be less than the invoice. */
  amount: z.number(),
  opened_at: Moment,
  closed_at: Moment.nullable(),
  /** When our answer reached the bank; null before, and for one that was accepted. */
  answered_at: Moment.nullable(),
  /** The bank's reason; left out for the customer, who gave it. */
  reason: z.string().optional(),
  /** For staff: its id, and the one in the provider's dashboard. */
  id: Whole.optional(),
  provider_id: z.string().optional(),
  /** Until when the bank takes our answer; null once it was answered. Left out for the customer. */
  respond_by: Moment.nullable().optional(),
});
export type Dispute = z.infer<typeof Dispute>;

export const Invoice = z.object({
  id: Whole,
  created_at: Moment,
  project_id: Whole,
  project: z.object({ id: Whole, name: z.string() }),
  /** "INV-0001"; null while it is a draft. */
  number: z.string().nullable(),
  status: z.enum(wireStatuses),
  /** Our addition: counts the times that the draft was saved. */
  version: Whole,
  /** Pounds: what the customer pays, with VAT; `amount` repeats it (decision 19). */
  total: z.number(),
  amount: z.number(),
  /** Our addition, for an advisor who is registered for VAT (ADR-047). */
  vat: VatOfInvoice.optional(),
  /** The day of issue; of creation while it is a draft. */
  date: CalendarDay,
  due_date: CalendarDay.nullable(),
  /** Our addition: what the advisor chose for it; null for the usual days. */
  payment_term_days: Whole.nullable(),
  paid_at: Moment.nullable(),
  refunded_at: Moment.nullable(),
  /** Our addition, in pounds: what has been given back so far. */
  refunded: z.number(),
  /** Our addition: oldest first; those that the provider refused are for staff only. */
  refunds: z.array(Refund),
  items: z.array(InvoiceItem),
  advisor: Party,
  customer: Party,
  /** For the advisor only (row I-13). */
  info: z
    .object({
      platform_fee_percent: z.number(),
      platform_fee: z.number(),
      advisor_amount: z.number(),
      /** Our additions, once something was given back: what of it came from the advisor, and from the fee. */
      advisor_refunded: z.number().optional(),
      platform_fee_refunded: z.number().optional(),
      currency: z.string(),
    })
    .optional(),
  payment: Payment.optional(),
  /** If there are several: the open one, else a lost one, else the newest. */
  dispute: Dispute.nullable(),
  /** Our additions: the late invoice whose interest and compensation this one claims, and the invoice that claims this one's. */
  claim_for: OtherInvoice.nullable(),
  claimed_by: OtherInvoice.nullable(),
  /** Our addition, in the answer for one invoice: null for one that is not late and was not paid late. */
  late_payment: LatePayment.nullable().optional(),
  allowed_actions: z.array(z.enum(["update", "delete", "send", "accept", "void", "refund"])),
});
export type Invoice = z.infer<typeof Invoice>;

const byId = { params: z.object({ id: Id }) } as const;

const mine = {
  path: "/api/invoices",
  for: "member",
  /** Words of the number, the engagement, the other party and the lines; days of issue. */
  filters: listFilters({ list: choice(["drafts", "sent"]), status: choice(wireStatuses) }),
} as const;

export const listInvoices = endpoint({
  method: "GET",
  path: mine.path,
  for: mine.for,
  summary:
    "My invoices, newest first; drafts are the advisor's own. `list` narrows to drafts or to all that were sent.",
  query: mine.filters.extend({ page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Invoice), pagination: Pagination }),
});

/** Pounds: `total` is `paid` (and not given back), `unpaid` and `other`: drafts, withdrawn and given back. */
const InvoiceSums = { total: z.number(), paid: z.number(), unpaid: z.number(), other: z.number() };
export const sumInvoices = listSums(mine, "of my invoices", InvoiceSums);
export const invoicesCsv = listCsv(mine, "of my invoices");

export const readInvoice = endpoint({
  method: "GET",
  path: "/api/invoices/{id}",
  for: "member",
  summary: "One invoice, for its two parties only.",
  ...byId,
  output: Invoice,
});

/** The events of a sent invoice that the engagement's page lists. */
export const invoiceSteps = [
  "sent",
  "paid",
  "void",
  "partly_refunded",
  "refunded",
  "inquiry",
  "inquiry_closed",
  "disputed",
  "dispute_won",
  "dispute_lost",
] as const;

export const projectInvoices = endpoint({
  method: "GET",
  path: "/api/projects/{id}/invoices",
  for: "member",
  summary: "What has been invoiced on an engagement of mine, newest first, and what it comes to; 404 for anybody else.",
  ...byId,
  output: z.object({
    /** Pounds: the engagement's total as proposed, and as agreed once it is accepted. */
    agreed: z.number(),
    /** Pounds: `invoiced` sums invoices that were sent and neither withdrawn nor returned by us or a bank, `paid` the paid ones; without the parts that were given back. */
    invoiced: z.number(),
    /** Pounds: what of the agreed total is not invoiced yet, and how far the invoices go beyond it; one of them is 0. */
    left: z.number(),
    beyond: z.number(),
    paid: z.number(),
    /** Our addition, in pounds: claims for late payment, which are no work and in none of the sums above. */
    claimed: z.number(),
    /** Our addition: true when VAT comes on top of the sums above, which are all without it. */
    plus_vat: z.boolean().optional(),
    /** For the advisor: what an invoice sent today keeps back, in percent, and the days in which it may be due. */
    terms: z.object({ commission_percent: z.number(), shortest: Whole, longest: Whole, usual: Whole }).optional(),
    entries: z.array(
      Invoice.pick({
        id: true,
        number: true,
        status: true,
        total: true,
        refunded: true,
        date: true,
        due_date: true,
        claim_for: true,
      }).extend({
        dispute: z.enum(disputeStates).nullable(),
        /**
         * Oldest first. `amount` is what the step moved, in pounds: of a refund or a dispute its own amount. `by` is the id
         * of a party or a member of staff; null for the payment provider.
         */
        history: z.array(
          z.object({
            id: Whole,
            action: z.enum(invoiceSteps),
            amount: z.number(),
            by: Whole.nullable(),
            created_at: Moment,
          }),
        ),
      }),
    ),
  }),
});
export type ProjectInvoices = z.infer<typeof projectInvoices.output>;

/** Row I-05. */
export const createInvoice = endpoint({
  method: "POST",
  path: "/api/invoices",
  for: "advisor",
  startsNew: false,
  summary:
    "Send an invoice for a project in progress, or keep it as a draft. Amounts and total are computed here. With `claim_for`, a claim for the late payment of an earlier invoice, also once the project is completed.",
  body: NewInvoice,
  output: Invoice,
  status: 201,
});

export const updateDraft = endpoint({
  method: "PUT",
  path: "/api/invoices/{id}",
  for: "advisor",
  startsNew: false,
  summary: "Replace a draft's project and lines, and send it if asked to. An outdated version is refused with 409.",
  ...byId,
  body: Draft,
  output: Invoice,
});

export const deleteDraft = endpoint({
  method: "DELETE",
  path: "/api/invoices/{id}",
  for: "advisor",
  startsNew: false,
  summary: "Throw a draft away. An outdated version is refused with 409.",
  ...byId,
  query: SeenDraft,
  output: z.undefined(),
  status: 204,
});

export const sendDraft = endpoint({
  method: "POST",
  path: "/api/invoices/{id}/send",
  for: "advisor",
  startsNew: false,
  summary:
    "Approve and send a draft: it gets its number, its day of issue and its fee. An outdated version is refused with 409.",
  ...byId,
  body: SeenDraft,
  output: Invoice,
});

export const withdrawInvoice = endpoint({
  method: "PATCH",
  path: "/api/invoices/{id}/void",
  for: "advisor",
  startsNew: false,
  summary: "Withdraw an invoice that is not paid; its number stays used.",
  ...byId,
  inSteps: true,
  output: Invoice,
});

export const payInvoice = endpoint({
  method: "PATCH",
  path: "/api/invoices/{id}/accept",
  resumes: true,
  for: "customer",
  startsNew: false,
  summary:
    "Pay with the saved card. A card that needs authentication answers `payment.status` requires_action with a client_secret.",
  ...byId,
  output: Invoice,
});

export const invoicePdf = endpoint({
  method: "GET",
  path: "/api/invoices/{id}/pdf",
  for: "member",
  summary: "The invoice as a PDF, for its two parties only.",
  ...byId,
  output: z.unknown(),
  type: "application/pdf",
  limit: 60,
});
