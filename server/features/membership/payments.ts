import { formatLong } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import type { listPayments, PaymentRow } from "@plumbline/contract/membership/contract.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { unlessMissing } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { listInvoicesOf, type ShownInvoice } from "../invoices/store.ts";
import { partyOf } from "../invoices/view.ts";
import { concernedPaymentsOf, type ShownMembershipPayment } from "./payment-store.ts";
import { findMembership } from "./store.ts";

const pageSize = 10;
/** The provider gives at most so many bills at once; a hundred are eight years of monthly ones. */
const mostBills = 100;

/** Everything a customer was billed, the membership's bills and advisors' invoices, newest first in one list. */
export async function paymentsOf(house: House, member: Member, page: number): Promise<Answer<typeof listPayments>> {
  const wanted = page * pageSize;
  const [bills, concerned, invoices] = await Promise.all([
    billsOf(house, member),
    concernedPaymentsOf(house.db, member.id),
    // As many as could stand on the pages up to this one: the two lists are merged by date.
    listInvoicesOf(house.db, member, { page: 1, limit: wanted }),
  ]);
  const entries = [
    ...bills.map((bill) => billView(bill, concernOf(bill, concerned))),
    ...invoices.rows.map(invoiceView),
  ]
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(wanted - pageSize, wanted);
  return { entries, pagination: { limit: pageSize, current: page, total_count: bills.length + invoices.total } };
}

async function billsOf(house: House, member: Member): Promise<Stripe.Invoice[]> {
  const customer = (await findMembership(house.db, member.id))?.providerCustomerId;
  if (!customer) return [];
  const bills = await unlessMissing(house.cards.stripe.invoices.list({ customer, limit: mostBills }));
  return (bills?.data ?? []).filter(({ status }) => status !== "draft");
}

/** What became of a bill's payment, where it was refunded or disputed. */
const concernOf = (bill: Stripe.Invoice, all: readonly ShownMembershipPayment[]) =>
  all.find(({ billId }) => billId === bill.id) ?? null;

function billView(bill: Stripe.Invoice, concern: ShownMembershipPayment | null): PaymentRow {
  return {
    kind: "membership",
    id: bill.id ?? "",
    number: bill.number,
    date: new Date(bill.created * 1000).toISOString(),
    description: describe(bill),
    // What the card is charged: credit from an earlier plan has been taken off.
    total: decimalOf(bill.amount_due),
    status: concern && concern.refundedPence >= concern.amountPence ? "refunded" : statusOf(bill),
    refunded: decimalOf(concern?.refundedPence ?? 0),
    dispute: concern?.dispute?.state ?? null,
    receipt_url: bill.hosted_invoice_url ?? null,
  };
}

function describe({ billing_reason: reason, lines, description }: Stripe.Invoice): string {
  const line = lines.data.findLast(({ amount }) => amount >= 0);
  if (!line) return description ?? "Membership";
  const day = (seconds: number) => formatLong(new Date(seconds * 1000).toISOString());
  const what = reason === "subscription_update" ? "Membership, change of plan" : "Membership";
  return `${what}: ${day(line.period.start)} to ${day(line.period.end)}`;
}

function statusOf({ status, attempted }: Stripe.Invoice): PaymentRow["status"] {
  if (status === "paid") return "paid";
  if (status === "open") return attempted ? "failed" : "pending";
  return "void";
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
