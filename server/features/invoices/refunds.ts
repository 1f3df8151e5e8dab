import { refundBarredBy } from "@plumbline/contract/invoices/rules.ts";
import type { House } from "../../house.ts";
import { isRefusal } from "../../platform/cards.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, notFound } from "../../platform/problems.ts";
import { refused } from "./actions.ts";
import { standingDispute } from "./dispute-store.ts";
import { findPaid, findPayment, movePayment, type PaymentRow } from "./payment-store.ts";
import * as provider from "./provider.ts";
import { findInvoice, lockInvoice, moveInvoice } from "./store.ts";

/**
 * Gives a paid invoice back, by staff, with a reason that both parties read. Throws conflict when nothing was paid,
 * when the payer's bank has a say in it, and when somebody else's reason stands already.
 */
export async function refundInvoice(house: House, staff: Member, id: number, reason: string): Promise<void> {
  const invoice = await findInvoice(house.db, id);
  if (!invoice || invoice.status === "draft") throw notFound();
  const { payment, askedBefore } = await house.db.transaction(async (tx) => {
    const { status } = await lockInvoice(tx, id);
    const paid = status === "completed" ? await findPaid(tx, id) : null;
    if (!paid) throw refused("refund", status, "staff");
    const barred = refundBarredBy(await standingDispute(tx, id));
    if (barred) throw conflict(barred);
    // Asked before and not carried through yet: the first reason stands.
    const askedBefore = paid.refundReason !== null;
    if (!askedBefore) await movePayment(tx, paid.id, ["succeeded"], { refundReason: reason, refundAskedBy: staff.id });
    return { payment: (await findPayment(tx, paid.id)) as PaymentRow, askedBefore };
  });
  try {
    await carryRefundThrough(house, payment);
  } catch (error) {
    house.log.warn({ err: error, payment: payment.id }, "a refund was not confirmed");
    if (isRefusal(error)) {
      await movePayment(house.db, payment.id, ["succeeded"], notAsked);
      throw conflict("The payment provider refused this refund. Nothing has changed; look at the payment there.", [
        "refund",
      ]);
    }
    throw conflict(
      "The payment provider has not answered yet. The refund will be carried through; look again in a minute.",
    );
  }
  if (askedBefore) throw refused("refund", "refunded", "staff");
}

const notAsked = { refundReason: null, refundAskedBy: null } as const;

/**
 * A refund that was asked for while the provider did not answer, and is refused when it does: the invoice is as paid as
 * it was, and may be refunded again. The team is told, because who asked went away with a promise.
 */
export async function recordRefundRefused(house: House, { id, invoiceId }: PaymentRow): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    const payment = (await findPayment(tx, id)) as PaymentRow;
    if (payment.refundReason === null || !(await movePayment(tx, id, ["succeeded"], notAsked))) return;
    await append(tx, { kind: "invoice.refund_refused", actorId: null, subject: "invoice", subjectId: invoiceId }, now);
  });
}

/** Asks the provider and records; safe to run again from any point. */
export async function carryRefundThrough(house: House, payment: PaymentRow): Promise<void> {
  const refund = await provider.refundIntent(house, payment, payment.intentId as string);
  if (refund.status === "failed" || refund.status === "canceled")
    throw new Error(`the refund ${refund.id} is ${refund.status}`);
  await recordRefund(house, payment.id, refund.id);
}

/** Once, whoever tells it first: the action, the sweep, or the provider's webhook for a refund made over there. */
export async function recordRefund(house: House, paymentId: number, refundId: string | null): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const { invoiceId } = (await findPayment(tx, paymentId)) as PaymentRow;
    await lockInvoice(tx, invoiceId);
    const payment = (await findPayment(tx, paymentId)) as PaymentRow;
    if (!(await movePayment(tx, paymentId, ["succeeded"], { status: "refunded", ...(refundId ? { refundId } : {}) })))
      return;
    if (!(await moveInvoice(tx, invoiceId, ["completed"], { status: "refunded", refundedAt: now }))) return;
    const reason = payment.refundReason ?? "Given back at the payment provider.";
    await append(
      tx,
      {
        kind: "invoice.refunded",
        actorId: payment.refundAskedBy,
        subject: "invoice",
        subjectId: invoiceId,
        data: { reason },
      },
      now,
    );
  });
}

/**
 * The bank has sent the money back to us (a closed card): the invoice is as paid as it was, and may be refunded again. Of a
 * second payment nothing but the team's notice comes: the invoice is paid by the other one.
 */
export async function recordRefundFailed(house: House, paymentId: number): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const { invoiceId } = (await findPayment(tx, paymentId)) as PaymentRow;
    const { status } = await lockInvoice(tx, invoiceId);
    const event = { actorId: null, subject: "invoice", subjectId: invoiceId };
    if (status !== "refunded") {
      if (await movePayment(tx, paymentId, ["refunded"], { refundId: null }))
        await append(tx, { ...event, kind: "invoice.surplus_not_returned" }, now);
      return;
    }
    const values = { status: "succeeded", refundId: null, ...notAsked } as const;
    if (!(await movePayment(tx, paymentId, ["refunded"], values))) return;
    if (!(await moveInvoice(tx, invoiceId, ["refunded"], { status: "completed", refundedAt: null }))) return;
    await append(tx, { ...event, kind: "invoice.refund_failed" }, now);
  });
}
