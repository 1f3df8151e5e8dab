import type Stripe from "stripe";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { writeDispute } from "../invoices/disputes.ts";
import { endAtProvider } from "./actions.ts";
import {
  findMembershipPayment,
  lockMembership,
  type MembershipPaymentRow,
  revokeSubscription,
  toBeEnded,
  writeMembershipPayment,
} from "./payment-store.ts";
import { refreshMembership } from "./refresh.ts";
import { findMemberOfCustomer } from "./store.ts";

// What becomes of a membership whose payment goes back to its payer (decision 018): a lost dispute, or a full refund of what
// is being used, ends it at once; an open dispute, an inquiry, a won dispute and a refund in part do not.

/**
 * Follows a refund: reads the charge as it is now and records how much of it was given back. Nothing for a charge that paid
 * no bill of one of our members' memberships.
 */
export async function followRefund(house: House, chargeId: string): Promise<void> {
  const { payment, lastRefund } = (await recordPayment(house, chargeId)) ?? {};
  if (!payment || payment.refundedPence < payment.amountPence) return;
  // By the day of the refund, not of its telling: what was used up by then is not taken away.
  if (lastRefund && lastRefund > payment.paidUntil) return;
  await revoke(house, payment, "refunded");
}

/** Follows a dispute: it is read as it is now, whatever was told. */
export async function followMembershipDispute(house: House, told: Stripe.Dispute): Promise<void> {
  const chargeId = idOf(told.charge);
  const { payment } = (chargeId && (await recordPayment(house, chargeId))) || {};
  if (!payment) return;
  const dispute = await house.cards.stripe.disputes.retrieve(told.id);
  await house.db.transaction(async (tx) => {
    await lockMembership(tx, payment.memberId);
    const subject = { kind: "membership", id: payment.memberId } as const;
    await writeDispute(tx, dispute, { membershipPaymentId: payment.id }, subject, house.clock.now());
  });
  if (dispute.status === "lost") await revoke(house, payment, "dispute_lost");
}

type Recorded = { payment: MembershipPaymentRow; lastRefund: Date | null };

/** Reads a charge and its bill at the provider, and records it; null when it is not a membership's. */
async function recordPayment(house: House, chargeId: string): Promise<Recorded | null> {
  for (;;) {
    const charge = await house.cards.stripe.charges.retrieve(chargeId, { expand: ["refunds"] });
    const [customer, intentId] = [idOf(charge.customer), idOf(charge.payment_intent)];
    const memberId = customer && (await findMemberOfCustomer(house.db, customer));
    if (!memberId || !intentId) return null;
    const seen = await findMembershipPayment(house.db, intentId);
    const bill = seen ?? (await billOf(house, intentId));
    if (!bill) return null;
    // Asked after the row was read, so that a write in between shows.
    const now = seen ? await house.cards.stripe.charges.retrieve(chargeId, { expand: ["refunds"] }) : charge;
    const values = {
      memberId,
      subscriptionId: bill.subscriptionId,
      billId: bill.billId,
      paidUntil: bill.paidUntil,
      intentId,
      chargeId,
      amountPence: charge.amount,
      refundedPence: now.amount_refunded,
      paidAt: new Date(charge.created * 1000),
    };
    const payment = await house.db.transaction((tx) => record(tx, seen, values, house.clock.now()));
    const last = now.refunds?.data[0];
    if (payment) return { payment, lastRefund: last ? new Date(last.created * 1000) : null };
  }
}

type Values = Parameters<typeof writeMembershipPayment>[2];

async function record(tx: Db, seen: MembershipPaymentRow | null, values: Values, now: Date) {
  await lockMembership(tx, values.memberId);
  const row = await writeMembershipPayment(tx, seen, values, now);
  if (!row) return null;
  const more = row.refundedPence - (seen?.refundedPence ?? 0);
  if (more !== 0) {
    const data = { amountPence: Math.abs(more), ofPence: row.amountPence, whole: row.refundedPence >= row.amountPence };
    const kind = more > 0 ? "membership.refunded" : "membership.refund_failed";
    await append(tx, { kind, actorId: null, subject: "member", subjectId: row.memberId, data }, now);
  }
  return row;
}

/** The bill that a payment paid, when it is one of a membership. */
async function billOf({ cards: { stripe } }: House, intentId: string) {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intentId },
    limit: 1,
  });
  const billId = idOf(data[0]?.invoice);
  if (!billId) return null;
  const bill = await stripe.invoices.retrieve(billId);
  const subscriptionId = idOf(bill.parent?.subscription_details?.subscription);
  if (!subscriptionId) return null;
  const ends = bill.lines.data.map(({ period }) => period.end);
  return { billId, subscriptionId, paidUntil: new Date(Math.max(bill.created, ...ends) * 1000) };
}

async function revoke(house: House, payment: MembershipPaymentRow, because: "dispute_lost" | "refunded") {
  const { memberId, subscriptionId } = payment;
  // What is recorded may be old: only what still runs is taken away.
  await refreshMembership(house, memberId);
  if (await revokeSubscription(house.db, memberId, subscriptionId, because)) await endRevoked(house, memberId);
}

/** Ends the access here, then the subscription at the provider. Safe to run again from any point. */
async function endRevoked(house: House, memberId: number): Promise<void> {
  const standing = await refreshMembership(house, memberId);
  if (!standing?.subscription || standing.row.revokedSubscriptionId !== standing.subscription.id) return;
  if (standing.subscription.status === "canceled") return;
  await endAtProvider(house, standing.subscription);
  await refreshMembership(house, memberId);
}

/** The sweep over those that a stopped process, or a silent provider, has left running there. */
export async function endRevokedMemberships(house: House): Promise<void> {
  for (const memberId of await toBeEnded(house.db))
    await endRevoked(house, memberId).catch((error) =>
      house.log.warn({ err: error, member: memberId }, "a membership that is over still runs at the card provider"),
    );
}

function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
