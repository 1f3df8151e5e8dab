import { formatLong } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import type { listPayments, PaymentRow } from "@plumbline/contract/membership/contract.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { listInvoicesOf, type ShownInvoice } from "../invoices/store.ts";
import { partyOf } from "../invoices/view.ts";
import { listBillsOf, type ShownBill } from "./billing-store.ts";

const pageSize = 10;

/** Everything that a customer was billed: the membership's bills and advisors' invoices in one list, newest first. */
export async function paymentsOf(
  { db }: AppContext,
  member: Member,
  page: number,
): Promise<Answer<typeof listPayments>> {
  const loaded = page * pageSize;
  const [bills, invoices] = await Promise.all([
    // All entries up to this page, because the two lists are merged by date.
    listBillsOf(db, member.id, loaded),
    listInvoicesOf(db, member, { page: 1, limit: loaded }),
  ]);
  const entries = [...bills.rows.map(billView), ...invoices.rows.map(invoiceView)]
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(loaded - pageSize, loaded);
  return { entries, pagination: { limit: pageSize, current: page, total_count: bills.total + invoices.total } };
}

function billView(bill: ShownBill): PaymentRow {
  const refunded = bill.refundedPence ?? 0;
  return {
    kind: "membership",
    id: bill.id,
    number: bill.number,
    date: bill.billedAt.toISOString(),
    description: describe(bill),
    total: decimalOf(bill.totalPence),
    status: bill.paidPence !== null && refunded >= bill.paidPence ? "refunded" : bill.status,
    refunded: decimalOf(refunded),
    dispute: bill.dispute?.state ?? null,
    receipt_url: bill.receiptUrl,
  };
}

function describe({ periodStart, periodEnd, changesPlan, description }: ShownBill): string {
  if (!periodStart || !periodEnd) return description ?? "Membership";
  const what = changesPlan ? "Membership, change of plan" : "Membership";
  return `${what}: ${formatLong(periodStart.toISOString())} to ${formatLong(periodEnd.toISOString())}`;
}

const statuses = {
  draft: "pending",
  sent: "pending",
  processing: "processing",
  completed: "paid",
  void: "void",
  refunded: "refunded",
} as const satisfies Record<ShownInvoice["status"], PaymentRow["status"]>;

function invoiceView(invoice: ShownInvoice): PaymentRow {
  return {
    kind: "engagement",
    id: String(invoice.id),
    number: invoice.number === null ? null : invoiceNumber(invoice.number),
    date: invoice.createdAt.toISOString(),
    description: `${invoice.engagementName}, ${partyOf(invoice, "advisor").profile.name}`,
    total: decimalOf(invoice.totalPence),
    status: statuses[invoice.status],
    refunded: invoice.status === "refunded" ? decimalOf(invoice.totalPence) : 0,
    dispute: invoice.dispute?.state ?? null,
    receipt_url: `/invoices/${invoice.id}`,
  };
}
