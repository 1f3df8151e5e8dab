import { type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import {
  disputeEffects,
  disputeThatReturnedMoney,
  type InvoiceStatus,
  invoiceNumber,
} from "@plumbline/contract/invoices/rules.ts";
import type { listPayments, PaymentRow, sumPayments } from "@plumbline/contract/membership/contract.ts";
import { paymentLabel } from "@plumbline/contract/membership/rules.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import { fold, wordsIn } from "@plumbline/contract/words.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { SharedFilters } from "../../database/list-filters.ts";
import { type CsvColumn, everyPage } from "../../http/csv.ts";
import { invoiceSumsOf, invoicesAfter, listSummariesOf } from "../invoices/list-store.ts";
import type { InvoiceSummary } from "../invoices/store.ts";
import { givenBackPence, invoiceSumsView, refundedPenceOf } from "../invoices/view.ts";
import { listBillsOf, type ShownBill } from "./billing-store.ts";
import { describeBill } from "./describe-bill.ts";

const pageSize = 10;
/** More than a member is billed in a lifetime. */
const mostBills = 1000;

type PaymentFilters = SharedFilters & {
  kind?: PaymentRow["kind"] | undefined;
  status?: PaymentRow["status"] | undefined;
};

/** Everything that a customer was billed: the membership's bills and advisors' invoices in one list, newest first. */
export async function paymentsOf(
  context: AppContext,
  member: Member,
  { page, ...filters }: PaymentFilters & { page: number },
): Promise<Answer<typeof listPayments>> {
  const loaded = page * pageSize;
  const asked = invoiceFilters(filters);
  const [bills, invoices] = await Promise.all([
    billsOf(context, member, filters),
    // All entries up to this page, because the two lists are merged by date.
    asked ? listSummariesOf(context.db, member, { ...asked, page: 1, limit: loaded }) : { rows: [], total: 0 },
  ]);
  const entries = [...bills.map(({ row }) => row), ...invoices.rows.map(invoiceView)]
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(loaded - pageSize, loaded);
  return { entries, pagination: { limit: pageSize, current: page, total_count: bills.length + invoices.total } };
}

/** What the rows of all pages come to. */
export async function paymentSumsOf(
  context: AppContext,
  member: Member,
  filters: PaymentFilters,
): Promise<Answer<typeof sumPayments>> {
  const asked = invoiceFilters(filters);
  const [bills, invoices] = await Promise.all([
    billsOf(context, member, filters),
    asked ? invoiceSumsOf(context.db, member, asked) : { count: 0, total: 0, paid: 0, unpaid: 0 },
  ]);
  const sumIn = (...statuses: PaymentRow["status"][]) =>
    sumOf(
      bills
        .filter(({ row }) => statuses.includes(row.status))
        .map(({ bill, row }) => bill.totalPence - (row.status === "paid" ? givenBackOf(bill) : 0)),
    );
  return invoiceSumsView({
    count: invoices.count + bills.length,
    total: invoices.total + sumOf(bills.map(({ bill }) => bill.totalPence)),
    paid: invoices.paid + sumIn("paid"),
    unpaid: invoices.unpaid + sumIn("pending", "processing", "failed"),
  });
}

/** The rows of all pages, for a CSV. */
export async function* everyPayment(context: AppContext, member: Member, filters: PaymentFilters) {
  const asked = invoiceFilters(filters);
  const bills = (await billsOf(context, member, filters)).map(({ row }) => row);
  const read = async (after: InvoiceSummary | null, limit: number) =>
    asked ? invoicesAfter(context.db, member, asked, { after, limit }) : [];
  for await (const page of everyPage(read, invoiceView))
    yield page.flatMap((invoice) => {
      const older = bills.findIndex(({ date }) => date <= invoice.date);
      return [...bills.splice(0, older < 0 ? bills.length : older), invoice];
    });
  yield bills;
}

export const paymentCsvColumns: readonly CsvColumn<PaymentRow>[] = [
  ["Date", ({ date }) => dayInLondon(new Date(date))],
  ["Kind", ({ kind }) => (kind === "membership" ? "Membership" : "Engagement")],
  ["Invoice", ({ number }) => number],
  ["Description", ({ description }) => description],
  ["Status", paymentLabel],
  ["Dispute", ({ dispute }) => dispute && disputeEffects[dispute].label],
  ["Given back", ({ given_back }) => given_back || null],
  ["Amount", ({ total }) => total],
];

/** The bills that satisfy the filters, newest first. A customer has few, so that they are filtered here. */
async function billsOf({ db }: AppContext, { id }: Member, { kind, status, q, from, to }: PaymentFilters) {
  if (kind === "engagement") return [];
  const bills = (await listBillsOf(db, id, mostBills)).map((bill) => ({ bill, row: billView(bill) }));
  const words = wordsIn(q ?? "");
  return bills.filter(({ row }) => {
    const isWithin = (day: Day) => (!from || day >= from) && (!to || day <= to);
    const has = (text: string) => words.every((word) => text.includes(word));
    return (
      (!status || row.status === status) &&
      ((!from && !to) || isWithin(dayInLondon(new Date(row.date)))) &&
      (words.length === 0 || has(fold(`${row.description} ${row.number ?? ""}`)))
    );
  });
}

/** The invoices that satisfy the filters; null when none can. */
function invoiceFilters({ kind, status, ...shared }: PaymentFilters) {
  if (kind === "membership" || status === "failed") return null;
  return { ...shared, list: "sent" as const, byCreation: true, status: status && invoiceStatuses[status] };
}
const invoiceStatuses = {
  pending: "sent",
  processing: "processing",
  paid: "completed",
  void: "void",
  refunded: "refunded",
} as const satisfies Partial<Record<PaymentRow["status"], InvoiceStatus>>;

/** All that came back to the customer of a bill, in pence: by refunds, and by their bank, which decided a dispute. */
const givenBackOf = ({ totalPence, refundedPence, dispute }: ShownBill) =>
  Math.min(totalPence, (refundedPence ?? 0) + (disputeThatReturnedMoney(dispute)?.amountPence ?? 0));

function billView(bill: ShownBill): PaymentRow {
  const refunded = bill.refundedPence ?? 0;
  return {
    kind: "membership",
    id: bill.id,
    number: bill.number,
    date: bill.billedAt.toISOString(),
    description: describeBill(bill),
    total: decimalOf(bill.totalPence),
    status: bill.paidPence !== null && refunded >= bill.paidPence ? "refunded" : bill.status,
    refunded: decimalOf(refunded),
    given_back: decimalOf(givenBackOf(bill)),
    dispute: bill.dispute?.state ?? null,
    receipt_url: bill.receiptUrl,
  };
}

const statuses = {
  draft: "pending",
  sent: "pending",
  processing: "processing",
  completed: "paid",
  void: "void",
  refunded: "refunded",
} as const satisfies Record<InvoiceSummary["status"], PaymentRow["status"]>;

function invoiceView(invoice: InvoiceSummary): PaymentRow {
  return {
    kind: "engagement",
    id: String(invoice.id),
    number: invoice.number === null ? null : invoiceNumber(invoice.number),
    date: invoice.createdAt.toISOString(),
    description: `${invoice.engagementName}, ${invoice.advisorName}`,
    total: decimalOf(invoice.totalPence),
    status: statuses[invoice.status],
    refunded: decimalOf(refundedPenceOf(invoice)),
    given_back: decimalOf(givenBackPence(invoice)),
    dispute: invoice.dispute,
    receipt_url: `/invoices/${invoice.id}`,
  };
}
