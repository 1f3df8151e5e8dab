import { isDeepStrictEqual } from "node:util";
import { dayMs } from "@plumbline/contract/dates.ts";
import { sumOf } from "@plumbline/contract/money.ts";
import { present } from "@plumbline/contract/present.ts";
import type Stripe from "stripe";
import { idOf, outcomeUnknown, unlessMissing } from "../../cards/cards.ts";
import { untilRecorded } from "../../cards/until-recorded.ts";
import type { AppContext } from "../../context.ts";
import { append } from "../../outbox/outbox.ts";
import { announceChange } from "../notifications/live.ts";
import {
  type BillingFacts,
  type BillingRow,
  type BillRow,
  findBilling,
  knownPaid,
  upsertBills,
  writeBilling,
} from "./billing-store.ts";
import { cardAtProvider } from "./card.ts";
import { describeBill } from "./describe-bill.ts";
import { isOver, voidBill } from "./ending.ts";
import { nextPayment } from "./next-payment.ts";
import { type MembershipSnapshot, refreshMembership } from "./refresh.ts";
import { findMembership } from "./store.ts";

/** A bill as the provider reports it, and when it was paid. */
type ReportedBill = { row: BillRow; paidAt: Date | null };

/** How long after a payment its receipt is still sent, in milliseconds: older ones are history that is read anew. */
const receiptsFor = 3 * dayMs;

/** The provider's maximum per request; a hundred monthly bills are eight years. */
const maxBills = 100;

/**
 * Reads the provider's data about a customer and records it: the membership, then card, next payment and bills.
 * Webhooks and sweeps use it, whatever they are about, so that their order and repetition do not matter. Null for a member
 * whom the provider does not know.
 */
export async function refreshBilling(context: AppContext, memberId: number): Promise<MembershipSnapshot | null> {
  const snapshot = await refreshMembership(context, memberId);
  await recordBilling(context, memberId, snapshot);
  return snapshot;
}

/**
 * The same after a call that changed something there: if only the rest cannot be read now, webhooks and the sweep bring it.
 * The provider's refusal to tell is thrown as an unknown outcome, because it does not undo the change.
 */
export async function refreshAfterChange(context: AppContext, memberId: number): Promise<MembershipSnapshot | null> {
  const snapshot = await refreshMembership(context, memberId).catch(outcomeUnknown);
  await recordBilling(context, memberId, snapshot).catch((error) =>
    context.log.warn({ err: error, member: memberId }, "the card provider did not tell what was billed"),
  );
  return snapshot;
}

/** Refreshes a customer in a reading that other events about the same one share. */
export function shareRefresh(context: AppContext, memberId: number): Promise<unknown> {
  return context.inProgress.reads(`customer of ${memberId}`, () => refreshBilling(context, memberId));
}

async function recordBilling(context: AppContext, memberId: number, membership: MembershipSnapshot | null) {
  const customer = (await findMembership(context.db, memberId))?.providerCustomerId;
  if (!customer) return;
  await untilRecorded(async () => {
    const seen = await findBilling(context.db, memberId);
    const [card, next, bills] = await Promise.all([
      cardAtProvider(context, customer),
      membership && nextPayment(context, membership),
      billsAtProvider(context, customer),
    ]);
    const facts = { card, nextPaymentPence: next?.amount ?? null, nextPaymentAt: next?.date ?? null };
    const reported: ReportedBill[] = [];
    for (const bill of bills.filter(({ status }) => status !== "draft"))
      reported.push(reportedBill(memberId, (await isLeftOver(context, bill)) ? await voidBill(context, bill) : bill));
    const written = await recordBillingFacts(context, memberId, seen, facts, reported);
    if (written?.changed) announceChange(context, memberId);
    return written ?? undefined;
  });
}

/**
 * Whether a bill is still open although the provider has ended its subscription: nobody is to pay it. The subscription is
 * asked for, because the bill may be the first one of a purchase that is newer than what was read of the membership.
 */
async function isLeftOver({ cards }: AppContext, bill: Stripe.Invoice): Promise<boolean> {
  const id = idOf(bill.parent?.subscription_details?.subscription);
  if (bill.status !== "open" || !id) return false;
  const subscription = await unlessMissing(cards.stripe.subscriptions.retrieve(id));
  return subscription !== null && isOver(subscription);
}

async function recordBillingFacts(
  context: AppContext,
  memberId: number,
  seen: BillingRow | null,
  facts: BillingFacts,
  reported: readonly ReportedBill[],
): Promise<{ changed: boolean } | null> {
  const now = context.clock.now();
  const lately = reported.flatMap(({ row, paidAt }) =>
    row.status === "paid" && row.totalPence > 0 && paidAt && now.getTime() - paidAt.getTime() <= receiptsFor
      ? [{ ...row, paidAt }]
      : [],
  );
  return context.db.transaction(async (tx) => {
    if (!(await writeBilling(tx, memberId, seen, facts, now))) return null;
    const known = await knownPaid(
      tx,
      lately.map(({ id }) => id),
    );
    const billed = await upsertBills(
      tx,
      reported.map(({ row }) => row),
    );
    for (const bill of lately.filter(({ id }) => !known.has(id))) {
      const { id, totalPence: amountPence, paidAt } = bill;
      const data = { bill: id, amountPence, paidAt: paidAt.toISOString(), what: describeBill(bill) };
      await append(tx, { kind: "membership.charged", actorId: null, subjectId: memberId, data }, now);
    }
    return { changed: billed || !seen?.providerSeenAt || !isDeepStrictEqual(facts, factsIn(seen)) };
  });
}

const factsIn = ({ card, nextPaymentPence, nextPaymentAt }: BillingRow): BillingFacts => ({
  card,
  nextPaymentPence,
  nextPaymentAt,
});

async function billsAtProvider({ cards }: AppContext, customer: string): Promise<Stripe.Invoice[]> {
  return (await unlessMissing(cards.stripe.invoices.list({ customer, limit: maxBills })))?.data ?? [];
}

function reportedBill(memberId: number, bill: Stripe.Invoice): ReportedBill {
  const paid = bill.status_transitions.paid_at;
  return { row: billRow(memberId, bill), paidAt: paid ? new Date(paid * 1000) : null };
}

function billRow(memberId: number, bill: Stripe.Invoice): BillRow {
  const period = bill.lines.data.findLast(({ amount }) => amount >= 0)?.period;
  return {
    id: present(bill.id, "the bill's id"),
    memberId,
    number: bill.number,
    status: statusOf(bill),
    totalPence: bill.amount_due,
    changesPlan: bill.billing_reason === "subscription_update",
    periodStart: period ? new Date(period.start * 1000) : null,
    periodEnd: period ? new Date(period.end * 1000) : null,
    description: bill.description,
    receiptUrl: bill.hosted_invoice_url ?? null,
    priceId: priceOf(bill),
    couponCode: bill.parent?.subscription_details?.metadata?.["coupon"] ?? null,
    discountPence: sumOf((bill.total_discount_amounts ?? []).map(({ amount }) => amount)),
    billedAt: new Date(bill.created * 1000),
  };
}

/** The price of the plan that a bill is for: that of its last line, which after a change is the new plan's. */
function priceOf({ lines }: Stripe.Invoice): string | null {
  const price = lines.data.findLast(({ amount }) => amount >= 0)?.pricing?.price_details?.price;
  return (typeof price === "string" ? price : price?.id) ?? null;
}

function statusOf({ status, attempted }: Stripe.Invoice): BillRow["status"] {
  if (status === "paid") return "paid";
  if (status === "open") return attempted ? "failed" : "pending";
  return "void";
}
