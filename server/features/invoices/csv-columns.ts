import { dayInLondon } from "@plumbline/contract/dates.ts";
import { disputeEffects, invoiceNumber, statusLabel, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { CsvColumn } from "../../http/csv.ts";
import type { TermsBook } from "../prices/terms-book.ts";
import type { InvoiceSummary } from "./store.ts";
import { type ShownSums, sumsOf, vatPercentsAt } from "./vat.ts";
import { feeOf, givenBackPence, refundedPenceOf } from "./view.ts";

/**
 * An invoice with what it comes to, in pence: `fee` and `advisorPence` are what refunds have left of our share and the
 * advisor's. A payment that a bank gave back takes nothing from the advisor (ADR-013).
 */
type Row = InvoiceSummary & { sums: ShownSums; fee: number; advisorPence: number };

/** A row of the CSV of an invoice; a draft's sums are those of `now`. */
export function csvRow(now: Date, book: TermsBook, invoice: InvoiceSummary): Row {
  const sums = sumsOf(invoice, () => vatPercentsAt(book, now));
  const { fee } = feeOf(invoice, sums, () => book.termsOn(dayInLondon(now), invoice.advisorId).commission);
  // Read for the advisor, whose columns alone name the shares.
  const taken = invoice.taken ?? { advisorPence: 0, feePence: 0 };
  const advisorPence = sums.totalPence - fee - taken.advisorPence;
  return { ...invoice, sums, fee: fee - taken.feePence, advisorPence };
}

const before: CsvColumn<Row>[] = [
  ["Number", ({ number }) => (number === null ? null : invoiceNumber(number))],
  ["Engagement", ({ engagementName }) => engagementName],
];
const after: CsvColumn<Row>[] = [
  ["Date", ({ issuedOn, createdAt }) => issuedOn ?? dayInLondon(createdAt)],
  ["Due", ({ dueOn }) => dueOn],
  ["Status", (row) => statusLabel(wireStatusOf(row.status), refundedPenceOf(row))],
  ["Dispute", ({ dispute }) => dispute && disputeEffects[dispute].label],
  ["Total", ({ sums }) => decimalOf(sums.totalPence)],
  ["Given back", (row) => decimalOf(givenBackPence(row)) || null],
];
/** Empty for invoices without VAT. */
const vat: CsvColumn<Row>[] = [
  ["Without VAT", ({ sums }) => sums.vat && decimalOf(sums.totalPence - sums.vatPence)],
  ["VAT", ({ sums }) => sums.vat && decimalOf(sums.vatPence)],
];

/** A list of invoices as CSV: what the list shows, and for the advisor what is theirs of it. Amounts in pounds. */
export const invoiceCsvColumns: Record<Role, readonly CsvColumn<Row>[]> = {
  customer: [...before, ["Advisor", ({ advisorName }) => advisorName], ...after, ...vat],
  advisor: [
    ...before,
    ["Customer", ({ customerName }) => customerName],
    ...after,
    ["Commission", ({ fee }) => decimalOf(fee)],
    ["Yours", ({ advisorPence }) => decimalOf(advisorPence)],
    ...vat,
  ],
};
