import type Stripe from "stripe";
import { idOf } from "../../cards/cards.ts";
import { untilRecorded } from "../../cards/until-recorded.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import { writeDispute } from "../invoices/disputes.ts";
import { refreshAfterChange } from "./billing.ts";
import { endAtProvider } from "./ending.ts";
import {
  findMembershipPayment,
  findMembersToEnd,
  lockMembership,
  type MembershipPaymentRow,
  type MembershipRefund,
  revokeSubscription,
  writeMembershipPayment,
  writeMembershipRefunds,
} from "./payment-store.ts";
import { refreshMembership } from "./refresh.ts";
import { findMemberOfCustomer } from "./store.ts";

// What happens to a membership whose payment is returned to the payer (ADR-018): a lost dispute, or a full refund of the
// current period, ends it at once; an open dispute, an inquiry, a won dispute and a partial refund do not.

/**
 * Handles a refund: reads the charge's current state and records how much of it was refunded. Does nothing for a charge that
 * is not for a membership of ours.
 */
export async function followRefund(context: AppContext, chargeId: string): Promise<void> {
  const { payment, lastRefund } = (await recordPayment(context, chargeId)) ?? {};
  if (!payment || payment.refundedPence < payment.amountPence) return;
  // The date of the refund counts, not of the webhook: a refund of a past period does not end the membership.
  if (lastRefund && lastRefund > payment.paidUntil) return;
  await revoke(context, payment, "refunded");
}

/** Handles a dispute: its current state is read from the provider, whatever the webhook contains. */
export async function followMembershipDispute(context: AppContext, reported: Stripe.Dispute): Promise<void> {
  const chargeId = idOf(reported.charge);
  const { payment } = (chargeId && (await recordPayment(context, chargeId))) || {};
  if (!payment) return;
  const dispute = await context.cards.stripe.disputes.retrieve(reported.id);
  await writeDisputeOf(context, payment, dispute);
  if (dispute.status === "lost") await revoke(context, payment, "dispute_lost");
}

/**
 * Records what the provider answered about a dispute. A lost one ends the membership at once; if the provider goes away
 * meanwhile, its webhook about the same dispute does that.
 */
export async function recordMembershipDispute(
  context: AppContext,
  payment: MembershipPaymentRow,
  dispute: Stripe.Dispute,
): Promise<void> {
  await writeDisputeOf(context, payment, dispute);
  if (dispute.status !== "lost") return;
  await revoke(context, payment, "dispute_lost").catch((error) =>
    context.log.warn({ err: error, member: payment.memberId }, "a membership whose dispute is lost is not ended yet"),
  );
}

async function writeDisputeOf(context: AppContext, payment: MembershipPaymentRow, dispute: Stripe.Dispute) {
  await context.db.transaction(async (tx) => {
    await lockMembership(tx, payment.memberId);
    const subject = { kind: "membership", id: payment.memberId } as const;
    await writeDispute(tx, dispute, { membershipPaymentId: payment.id }, subject, context.clock.now());
  });
}

type Recorded = { payment: MembershipPaymentRow; lastRefund: Date | null };

/** Reads a charge and its bill at the provider, and records it; null when it is not a membership's. */
async function recordPayment(context: AppContext, chargeId: string): Promise<Recorded | null> {
  return untilRecorded(async () => {
    const charge = await context.cards.stripe.charges.retrieve(chargeId, { expand: ["refunds"] });
    const [customer, intentId] = [idOf(charge.customer), idOf(charge.payment_intent)];
    const memberId = customer && (await findMemberOfCustomer(context.db, customer));
    if (!memberId || !intentId) return null;
    const seen = await findMembershipPayment(context.db, intentId);
    const bill = seen ?? (await billOf(context, intentId));
    if (!bill) return null;
    // Read after our row, so that a concurrent write is detected.
    const now = seen ? await context.cards.stripe.charges.retrieve(chargeId, { expand: ["refunds"] }) : charge;
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
    const refunds = await refundsOf(context, now);
    const payment = await context.db.transaction((tx) =>
      recordRefundedPayment(tx, seen, values, refunds, context.clock.now()),
    );
    return payment ? { payment, lastRefund: refunds[0]?.refundedAt ?? null } : undefined;
  });
}

/** The refunds of a charge that have not failed, newest first. */
async function refundsOf({ cards: { stripe } }: AppContext, charge: Stripe.Charge): Promise<MembershipRefund[]> {
  const most = 1000;
  const all = charge.refunds?.has_more
    ? await stripe.refunds.list({ charge: charge.id, limit: 100 }).autoPagingToArray({ limit: most })
    : (charge.refunds?.data ?? []);
  return all
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .map(({ id, amount, created }) => ({ id, amountPence: amount, refundedAt: new Date(created * 1000) }));
}

type Values = Parameters<typeof writeMembershipPayment>[2];

async function recordRefundedPayment(
  tx: Db,
  seen: MembershipPaymentRow | null,
  values: Values,
  refunds: MembershipRefund[],
  now: Date,
) {
  await lockMembership(tx, values.memberId);
  const row = await writeMembershipPayment(tx, seen, values, now);
  if (!row) return null;
  await writeMembershipRefunds(tx, row, refunds);
  const more = row.refundedPence - (seen?.refundedPence ?? 0);
  if (more !== 0) {
    const data = { amountPence: Math.abs(more), ofPence: row.amountPence, whole: row.refundedPence >= row.amountPence };
    const kind = more > 0 ? "membership.refunded" : "membership.refund_failed";
    await append(tx, { kind, actorId: null, subjectId: row.memberId, data }, now);
  }
  return row;
}

/** The membership's bill that a payment is for, or null. */
async function billOf({ cards: { stripe } }: AppContext, intentId: string) {
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

async function revoke(context: AppContext, payment: MembershipPaymentRow, because: "dispute_lost" | "refunded") {
  const { memberId, subscriptionId } = payment;
  // The recorded state may be old, and only a running subscription is revoked.
  await refreshMembership(context, memberId);
  if (await revokeSubscription(context.db, memberId, subscriptionId, because)) await endRevoked(context, memberId);
}

/** Ends access here, then the subscription at the provider. Safe to run again from any point. */
async function endRevoked(context: AppContext, memberId: number): Promise<void> {
  const membership = await refreshMembership(context, memberId);
  if (!membership?.subscription || membership.row.revokedSubscriptionId !== membership.subscription.id) return;
  if (membership.subscription.status === "canceled") return;
  await endAtProvider(context, membership.subscription);
  await refreshAfterChange(context, memberId);
}

/** Ends the subscriptions that are still running at the provider after a crash or an outage. */
export async function endRevokedMemberships(context: AppContext): Promise<void> {
  for (const memberId of await findMembersToEnd(context.db))
    await endRevoked(context, memberId).catch((error) =>
      context.log.warn({ err: error, member: memberId }, "a membership that is over still runs at the card provider"),
    );
}
