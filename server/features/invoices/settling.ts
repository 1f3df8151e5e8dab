import type Stripe from "stripe";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { findOpenPayment, findPayment, movePayment, type PaymentRow, type Standing } from "./payment-store.ts";
import * as provider from "./provider.ts";
import { lockInvoice, moveInvoice } from "./store.ts";

/**
 * Writes down what the provider says of a payment: invoice, payment and event in one transaction, once however often it is
 * told. Null stands for a refusal before there was anything to charge.
 */
export async function recordOutcome(
  house: House,
  payment: PaymentRow,
  intent: Stripe.PaymentIntent | null,
): Promise<Standing> {
  if (!intent) return recordFailed(house, payment, provider.unpaid);
  switch (intent.status) {
    case "succeeded":
      return recordPaid(house, payment, intent);
    case "requires_action":
      return recordChallenge(house, payment, intent);
    case "canceled":
    case "requires_payment_method":
      return recordFailed(house, payment, provider.reasonOf(intent));
    default:
      return { status: payment.status, message: null, clientSecret: null };
  }
}

async function recordPaid(
  house: House,
  { id, invoiceId }: PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<Standing> {
  const now = house.clock.now();
  const outcome = await house.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const current = (await findPayment(tx, id)) as PaymentRow;
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
    await append(
      tx,
      { kind: "invoice.paid", actorId: invoice.customerId, subject: "invoice", subjectId: invoiceId },
      now,
    );
    return "paid";
  });
  if (outcome === "surplus") await giveBack(house, id, intent.id);
  return { status: "succeeded", message: null, clientSecret: null };
}

/**
 * Money for an invoice that is paid already, or can no longer be paid: it must not be kept. Failed attempts are cancelled at
 * the provider, so that this should never happen; if it does, the payer gets the sum back at once.
 */
async function giveBack(house: House, paymentId: number, intentId: string): Promise<void> {
  house.log.error({ payment: paymentId }, "an invoice was charged a second time; the surplus is given back");
  const refund = await provider.refundIntent(house, (await findPayment(house.db, paymentId)) as PaymentRow, intentId);
  const values = { status: "refunded", refundId: refund.id, intentId, settledAt: house.clock.now() } as const;
  await movePayment(house.db, paymentId, ["started", "requires_action", "failed"], values);
}

/** The bank wants to see the holder: until it has, the invoice is as payable as it was. */
async function recordChallenge(
  house: House,
  { id, invoiceId }: PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<Standing> {
  await house.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    if (await movePayment(tx, id, ["started"], { status: "requires_action" })) await payableAgain(tx, invoiceId);
  });
  return { status: "requires_action", message: null, clientSecret: intent.client_secret };
}

async function recordFailed(house: House, { id, invoiceId }: PaymentRow, reason: string): Promise<Standing> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (
      !(await movePayment(tx, id, ["started", "requires_action"], {
        status: "failed",
        failure: reason,
        settledAt: now,
      }))
    )
      return;
    await payableAgain(tx, invoiceId);
    await append(
      tx,
      {
        kind: "invoice.payment_failed",
        actorId: invoice.customerId,
        subject: "invoice",
        subjectId: invoiceId,
        data: { reason },
      },
      now,
    );
  });
  return { status: "failed", message: reason, clientSecret: null };
}

/** Nobody refused anything: the attempt makes room for another one, and there is nothing to tell. */
export async function recordLetGo(house: House, { id, invoiceId }: PaymentRow): Promise<Standing> {
  const settledAt = house.clock.now();
  await house.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    await movePayment(tx, id, ["requires_action"], { status: "failed", settledAt });
  });
  return { status: "failed", message: null, clientSecret: null };
}

async function payableAgain(tx: Db, invoiceId: number): Promise<void> {
  await moveInvoice(tx, invoiceId, ["processing"], { status: "sent" });
}
