import type Stripe from "stripe";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { append } from "../../outbox/outbox.ts";
import { findOpenPayment, findPayment, movePayment, type PaymentRow, type PaymentState } from "./payment-store.ts";
import * as provider from "./provider.ts";
import { lockInvoice, moveInvoice } from "./store.ts";

/**
 * Records the provider's outcome of a payment: invoice, payment and event in one transaction; repeated reports change
 * nothing. A null intent means that the provider refused to create one.
 */
export async function recordOutcome(
  context: AppContext,
  payment: PaymentRow,
  intent: Stripe.PaymentIntent | null,
): Promise<PaymentState> {
  if (!intent) return recordFailed(context, payment, provider.notChargedText);
  switch (intent.status) {
    case "succeeded":
      return recordPaid(context, payment, intent);
    case "requires_action":
      return recordChallenge(context, payment, intent);
    case "canceled":
    case "requires_payment_method":
      return recordFailed(context, payment, provider.reasonOf(intent));
    default:
      return { status: payment.status, message: null, clientSecret: null };
  }
}

async function recordPaid(
  context: AppContext,
  { id, invoiceId }: PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  const now = context.clock.now();
  const outcome = await context.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const current = existing(await findPayment(tx, id));
    if (current.status === "succeeded" || current.status === "refunded") return "known";
    const other = await findOpenPayment(tx, invoiceId);
    if (other && other.id !== id) return "surplus";
    if (!(await moveInvoice(tx, invoiceId, ["sent", "processing"], { status: "completed", paidAt: now })))
      return "surplus";
    await movePayment(tx, id, [current.status], {
      status: "succeeded",
      failure: null,
      settledAt: now,
      intentId: intent.id,
    });
    await append(tx, { kind: "invoice.paid", actorId: invoice.customerId, subjectId: invoiceId }, now);
    return "paid";
  });
  if (outcome === "surplus") await refundSurplus(context, id, intent.id);
  return { status: "succeeded", message: null, clientSecret: null };
}

/**
 * Refunds a charge for an invoice that is already paid, or can no longer be paid. Failed attempts are cancelled at the
 * provider, so this should never happen; if it does, the payer gets the amount back at once.
 */
async function refundSurplus(context: AppContext, paymentId: number, intentId: string): Promise<void> {
  context.log.error({ payment: paymentId }, "an invoice was charged a second time; the surplus is given back");
  const refund = await provider.refundIntent(context, existing(await findPayment(context.db, paymentId)), intentId);
  const values = { status: "refunded", refundId: refund.id, intentId, settledAt: context.clock.now() } as const;
  await movePayment(context.db, paymentId, ["started", "requires_action", "failed"], values);
}

/** The bank requires authentication by the cardholder: until it is done, the invoice can be paid as before. */
async function recordChallenge(
  context: AppContext,
  { id, invoiceId }: PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    if (await movePayment(tx, id, ["started"], { status: "requires_action" })) await reopenInvoice(tx, invoiceId);
  });
  return { status: "requires_action", message: null, clientSecret: intent.client_secret };
}

async function recordFailed(context: AppContext, { id, invoiceId }: PaymentRow, reason: string): Promise<PaymentState> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (
      !(await movePayment(tx, id, ["started", "requires_action"], {
        status: "failed",
        failure: reason,
        settledAt: now,
      }))
    )
      return;
    await reopenInvoice(tx, invoiceId);
    await append(
      tx,
      {
        kind: "invoice.payment_failed",
        actorId: invoice.customerId,
        subjectId: invoiceId,
        data: { reason },
      },
      now,
    );
  });
  return { status: "failed", message: reason, clientSecret: null };
}

/** Closes an attempt that was cancelled without being declined, so that another can begin; it has no event. */
export async function recordAbandoned(context: AppContext, { id, invoiceId }: PaymentRow): Promise<PaymentState> {
  const settledAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    await movePayment(tx, id, ["requires_action"], { status: "failed", settledAt });
  });
  return { status: "failed", message: null, clientSecret: null };
}

async function reopenInvoice(tx: Db, invoiceId: number): Promise<void> {
  await moveInvoice(tx, invoiceId, ["processing"], { status: "sent" });
}
