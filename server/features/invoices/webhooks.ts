import type Stripe from "stripe";
import { idOf } from "../../cards/cards.ts";
import { webhookTable } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { recordDispute } from "./disputes.ts";
import { resumePayment } from "./paying.ts";
import { findPayment, findPaymentByIntent, type PaymentRow, storeIntent } from "./payment-store.ts";
import * as provider from "./provider.ts";
import { findRefundByProviderId } from "./refund-store.ts";
import { followRefunds, recordRefundFailed, recordSurplusNotReturned } from "./refunds.ts";
import { recordOutcome } from "./settling.ts";

/** How invoices handle events of the card provider. */
export const invoicesWebhooks = webhookTable({
  "payment_intent.succeeded": settleIntent,
  // A card was refused, or the bank's challenge was not passed.
  "payment_intent.payment_failed": settleIntent,
  "payment_intent.canceled": settleIntent,
  "charge.refunded": refundCharge,
  "refund.failed": failRefund,
  "charge.dispute.created": followDispute,
  // Answered, or a bank's inquiry that has become a dispute.
  "charge.dispute.updated": followDispute,
  "charge.dispute.closed": followDispute,
});

type WebhookEvent<T> = { data: { object: T } };

// Events may arrive twice, late and out of order, so their content is not used: the object's current state is read.

async function settleIntent(context: AppContext, { data: { object: intent } }: WebhookEvent<Stripe.PaymentIntent>) {
  await paymentOfIntent(context, intent.id);
}

/** Refunds made here, or in the provider's dashboard. */
async function refundCharge(context: AppContext, { data: { object } }: WebhookEvent<Stripe.Charge>) {
  const intentId = idOf(object.payment_intent);
  const payment = await paymentOfIntent(context, intentId);
  if (intentId && payment?.status === "succeeded") await followRefunds(context, payment, intentId);
}

async function failRefund(context: AppContext, { data: { object: refund } }: WebhookEvent<Stripe.Refund>) {
  const known = await findRefundByProviderId(context.db, refund.id);
  if (known) return recordRefundFailed(context, known);
  const intentId = idOf(refund.payment_intent);
  const payment = intentId ? await findPaymentByIntent(context.db, intentId) : null;
  if (payment?.status === "refunded" && payment.refundId === refund.id)
    await recordSurplusNotReturned(context, payment);
}

/** Disputes of memberships are that feature's; those of other installations have no payment here. */
async function followDispute(context: AppContext, { data: { object: dispute } }: WebhookEvent<Stripe.Dispute>) {
  const payment = await paymentOfIntent(context, idOf(dispute.payment_intent));
  if (payment) await recordDispute(context, payment, await provider.readDispute(context, dispute.id));
}

/**
 * The payment that an event is about, with its own outcome recorded first: a refund or a dispute may arrive before the
 * payment's event, and the answer with the intent's id may have been lost. Null for an intent of a membership or of
 * another installation. Throws while the payment's outcome is unknown, so that the event is delivered again.
 */
async function paymentOfIntent(context: AppContext, intentId: string | null): Promise<PaymentRow | null> {
  const payment =
    intentId && ((await findPaymentByIntent(context.db, intentId)) ?? (await findByMetadata(context, intentId)));
  if (!payment) return null;
  const intent = await provider.readIntent(context, intentId);
  if (payment.status === "started" || payment.status === "requires_action") await resumePayment(context, payment);
  // Failed here, yet charged there: recording the outcome settles the invoice or gives the money back.
  else if (payment.status === "failed" && intent.status === "succeeded") await recordOutcome(context, payment, intent);
  const settled = existing(await findPayment(context.db, payment.id));
  const stillOpen = settled.status === "started" || settled.status === "requires_action";
  if (stillOpen && intent.status !== "requires_action") throw new Error(`payment ${payment.id} is not settled yet`);
  return settled;
}

/** By the payment's id in the metadata that we gave the intent when we made it. */
async function findByMetadata(context: AppContext, intentId: string): Promise<PaymentRow | null> {
  const intent = await provider.readIntent(context, intentId);
  const id = provider.paymentIdIn(context, intent);
  const payment = id === null ? null : await findPayment(context.db, id);
  if (!payment || !provider.isOurIntent(context, payment, intent)) return null;
  if (payment.intentId && payment.intentId !== intentId) return null;
  await storeIntent(context.db, payment.id, intentId);
  return payment;
}
