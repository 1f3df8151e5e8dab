import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Dispute, Invoice } from "@plumbline/contract/invoices/contract.ts";
import { refundedPence } from "@plumbline/contract/invoices/refunds.ts";
import {
  allowedInvoiceActions,
  disputeReason,
  invoiceNumber,
  wireStatusOf,
} from "@plumbline/contract/invoices/rules.ts";
import { usualTreatment, vatInRefund, vatPercentOf } from "@plumbline/contract/invoices/vat.ts";
import { currency, decimalOf, split, sumOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import type { TermsBook } from "../prices/terms-book.ts";
import { partyFrom, type RawParty } from "../profiles/party-column.ts";
import type { OtherInvoice } from "./claim-store.ts";
import type { ShownDispute } from "./dispute-store.ts";
import type { PaymentState } from "./payment-store.ts";
import type { ShownRefund } from "./refund-store.ts";
import type { ShownInvoice } from "./store.ts";
import { type InvoiceSums, type ShownSums, sumsOf, vatPercentsAt } from "./vat.ts";

type Viewer = Pick<Member, "role">;

/** The response for an invoice: the fee is hidden from the customer, and the payment's state is for the customer only. */
export function invoiceView(
  context: AppContext,
  book: TermsBook,
  row: ShownInvoice,
  viewer: Viewer,
  paymentState?: PaymentState | null,
): Invoice {
  const now = context.clock.now();
  const sums = sumsOf(row, () => vatPercentsAt(book, now));
  const total = decimalOf(sums.totalPence);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    project_id: row.engagementId,
    project: { id: row.engagementId, name: row.engagementName },
    number: row.number === null ? null : invoiceNumber(row.number),
    status: wireStatusOf(row.status),
    version: row.version,
    total,
    amount: total,
    ...vatView(sums),
    date: row.issuedOn ?? dayInLondon(row.createdAt),
    due_date: row.dueOn,
    payment_term_days: row.paymentTermDays,
    paid_at: row.paidAt?.toISOString() ?? null,
    refunded_at: row.refundedAt?.toISOString() ?? null,
    refunded: decimalOf(refundedPenceOf(row)),
    refunds: row.refunds
      .map(refundViewFor(viewer, sums))
      .filter(({ state }) => state !== "refused" || viewer.role === "staff"),
    items: row.lines.map((line) => ({
      description: line.description,
      quantity: decimalOf(line.quantityHundredths),
      unit_price: decimalOf(line.unitPricePence),
      amount: decimalOf(line.amountPence),
      ...itemVat(line, sums),
    })),
    advisor: partyFrom(context, partyOf(row, "advisor")),
    customer: partyFrom(context, partyOf(row, "customer")),
    ...(viewer.role === "customer"
      ? {}
      : { info: feeView(row, sums, () => book.termsOn(dayInLondon(now), row.advisorId).commission) }),
    ...(viewer.role === "customer" && paymentState ? { payment: paymentView(paymentState) } : {}),
    dispute: row.dispute && disputeView(row.dispute, viewer),
    claim_for: row.claimFor && otherInvoiceView(row.claimFor),
    // A draft is its advisor's alone.
    claimed_by:
      row.claimedBy && (viewer.role === "advisor" || row.claimedBy.number !== null)
        ? otherInvoiceView(row.claimedBy)
        : null,
    allowed_actions: allowedInvoiceActions(row.status, viewer.role, row.dispute?.state),
  };
}

export const otherInvoiceView = ({ id, number }: OtherInvoice) => ({
  id,
  number: number === null ? null : invoiceNumber(number),
});

/** What has been given back of an invoice, in pence; a server from before partial refunds writes the status only. */
export const refundedPenceOf = (row: Pick<ShownInvoice, "status" | "totalPence" | "refundedPence">) =>
  row.status === "refunded" ? row.totalPence : row.refundedPence;

/** All that came back to the customer of an invoice, in pence: by refunds, and by their bank, which decided a dispute. */
export const givenBackPence = (
  row: Pick<ShownInvoice, "status" | "totalPence" | "refundedPence"> & { bankReturnedPence: number },
) => Math.min(row.totalPence, refundedPenceOf(row) + row.bankReturnedPence);

const refundViewFor =
  ({ role }: Viewer, sums: ShownSums) =>
  (
    { id, state, amountPence, advisorPence, feePence, reason, by, createdAt, settledAt }: ShownRefund,
    index: number,
    all: readonly ShownRefund[],
  ) => ({
    id,
    state,
    amount: decimalOf(amountPence),
    reason,
    ...(sums.vat && { vat: decimalOf(vatInRefund(sums, refundedPence(all.slice(0, index)), amountPence)) }),
    created_at: isoOf(createdAt),
    settled_at: settledAt && isoOf(settledAt),
    ...(role === "customer" ? {} : { advisor_amount: decimalOf(advisorPence), platform_fee: decimalOf(feePence) }),
    ...(role === "staff" ? { by } : {}),
  });

/** The part about VAT, in pounds; nothing for an invoice without it (row I-23). */
function vatView({ totalPence, vatPence, vat }: ShownSums): Pick<Invoice, "vat"> {
  if (!vat) return {};
  const { supplier, rates } = vat;
  return {
    vat: {
      ...supplier,
      total_without_vat: decimalOf(totalPence - vatPence),
      total_vat: decimalOf(vatPence),
      rates: rates.map(({ treatment, percent, netPence, vatPence: of }) => ({
        treatment,
        percent,
        amount: decimalOf(netPence),
        vat: decimalOf(of),
      })),
    },
  };
}

function itemVat({ vatTreatment }: ShownInvoice["lines"][number], { vat }: ShownSums) {
  if (!vat) return {};
  const treatment = vatTreatment ?? usualTreatment;
  return { vat_treatment: treatment, vat_percent: vatPercentOf(treatment, vat.percents) };
}

/** Sums in pence as the response has them; `other` is the rest of the total. */
export function invoiceSumsView({ count, total, paid, unpaid }: Record<"count" | "total" | "paid" | "unpaid", number>) {
  const [all, settled, due] = [decimalOf(total), decimalOf(paid), decimalOf(unpaid)];
  return { count, total: all, paid: settled, unpaid: due, other: decimalOf(total - paid - unpaid) };
}

/** The party with the name and address of the day of sending; only the photo is current. */
function partyOf(row: ShownInvoice, role: Role): RawParty {
  const [today, sent] = [row[role], row.parties?.[role]];
  return sent ? { ...today, profile: { ...today.profile, name: sent.name }, company: sent.company } : today;
}

/**
 * The fee as stored at sending, of the total without VAT; for a draft, the fee at today's rate, and none for a claim
 * (row I-24).
 */
export function feeOf(
  { feePercent, feePence, claimForId }: Pick<ShownInvoice, "feePercent" | "feePence" | "claimForId">,
  { totalPence, vatPence }: InvoiceSums,
  todays: () => number,
): { percent: number; fee: number } {
  const percent = feePercent ?? (claimForId === null ? todays() : 0);
  return { percent, fee: feePence ?? split(totalPence - vatPence, percent).fee };
}

function feeView(row: ShownInvoice, sums: ShownSums, todays: () => number): Invoice["info"] {
  const { percent, fee } = feeOf(row, sums, todays);
  // Money that a bank sent back is still on our account.
  const taken = row.refunds.filter(({ state }) => state === "done" || state === "failed");
  return {
    platform_fee_percent: percent,
    platform_fee: decimalOf(fee),
    advisor_amount: decimalOf(sums.totalPence - fee),
    ...(taken.length > 0
      ? {
          advisor_refunded: decimalOf(sumOf(taken.map(({ advisorPence }) => advisorPence))),
          platform_fee_refunded: decimalOf(sumOf(taken.map((refund) => refund.feePence))),
        }
      : {}),
    currency,
  };
}

function paymentView({ status, message, clientSecret }: PaymentState): Invoice["payment"] {
  return { status: status === "started" ? "processing" : status, message, client_secret: clientSecret };
}

/** A dispute: its reason and the day of our answer are hidden from the customer; its ids are for staff, who answer it. */
export function disputeView(
  { id, providerId, state, amountPence, reason, respondBy, openedAt, closedAt, answeredAt }: ShownDispute,
  { role }: Viewer,
): Dispute {
  return {
    state,
    amount: decimalOf(amountPence),
    opened_at: isoOf(openedAt),
    closed_at: closedAt && isoOf(closedAt),
    answered_at: answeredAt && isoOf(answeredAt),
    ...(role === "customer" ? {} : { reason: disputeReason(reason), respond_by: respondBy && isoOf(respondBy) }),
    ...(role === "staff" ? { id, provider_id: providerId } : {}),
  };
}
