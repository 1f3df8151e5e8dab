import { refundBlockedBy } from "@plumbline/contract/invoices/rules.ts";
import type { Member } from "../../auth/members.ts";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { refusedAction } from "./actions.ts";
import { findDisputeState } from "./dispute-store.ts";
import { findPayment, findSuccessfulPayment, movePayment, type PaymentRow } from "./payment-store.ts";
import * as provider from "./provider.ts";
import { findInvoice, lockInvoice, moveInvoice } from "./store.ts";

/**
 * Refunds a paid invoice for a member of staff, with a reason that both parties can read. Throws conflict when nothing was
 * paid, when a dispute blocks it, and when a refund was already requested.
 */
export async function refundInvoice(context: AppContext, staff: Member, id: number, reason: string): Promise<void> {
  const invoice = await findInvoice(context.db, id);
  if (!invoice || invoice.status === "draft") throw notFound();
  const { payment, askedBefore: alreadyRequested } = await context.db.transaction(async (tx) => {
    const { status } = await lockInvoice(tx, id);
    const paid = status === "completed" ? await findSuccessfulPayment(tx, id) : null;
    if (!paid) throw refusedAction("refund", status, "staff");
    const blockedReason = refundBlockedBy(await findDisputeState(tx, id));
    if (blockedReason) throw conflict(blockedReason);
    // Requested before but not completed yet: the first reason is kept.
    const askedBefore = paid.refundReason !== null;
    if (!askedBefore) await movePayment(tx, paid.id, ["succeeded"], { refundReason: reason, refundAskedBy: staff.id });
    return { payment: existing(await findPayment(tx, paid.id)), askedBefore };
  });
  try {
    await completeRefund(context, payment);
  } catch (error) {
    context.log.warn({ err: error, payment: payment.id }, "a refund was not confirmed");
    if (isRefusal(error)) {
      await movePayment(context.db, payment.id, ["succeeded"], noRefundRequested);
      throw conflict("The payment provider refused this refund. Nothing has changed; look at the payment there.", [
        "refund",
      ]);
    }
    throw conflict(
      "The payment provider has not answered yet. The refund will be carried through; look again in a minute.",
    );
  }
  if (alreadyRequested) throw refusedAction("refund", "refunded", "staff");
}

const noRefundRequested = { refundReason: null, refundAskedBy: null } as const;

/**
 * Records that the provider refused a refund that was requested while it did not answer: the invoice is paid as before and
 * may be refunded again. The team is notified, because the response had announced the refund.
 */
export async function recordRefundRefused(context: AppContext, { id, invoiceId }: PaymentRow): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    const payment = existing(await findPayment(tx, id));
    if (payment.refundReason === null || !(await movePayment(tx, id, ["succeeded"], noRefundRequested))) return;
    await append(tx, { kind: "invoice.refund_refused", actorId: null, subjectId: invoiceId }, now);
  });
}

/** Requests the refund at the provider and records it; safe to run again from any point. */
export async function completeRefund(context: AppContext, payment: PaymentRow): Promise<void> {
  const refund = await provider.refundIntent(context, payment, payment.intentId as string);
  if (refund.status === "failed" || refund.status === "canceled")
    throw new Error(`the refund ${refund.id} is ${refund.status}`);
  await recordRefund(context, payment.id, refund.id);
}

/** Records a refund once, whether the action, the sweep or a webhook (for a refund in the dashboard) reports it first. */
export async function recordRefund(context: AppContext, paymentId: number, refundId: string | null): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const { invoiceId } = existing(await findPayment(tx, paymentId));
    await lockInvoice(tx, invoiceId);
    const payment = existing(await findPayment(tx, paymentId));
    if (!(await movePayment(tx, paymentId, ["succeeded"], { status: "refunded", ...(refundId ? { refundId } : {}) })))
      return;
    if (!(await moveInvoice(tx, invoiceId, ["completed"], { status: "refunded", refundedAt: now }))) return;
    const reason = payment.refundReason ?? "Given back at the payment provider.";
    await append(
      tx,
      {
        kind: "invoice.refunded",
        actorId: payment.refundAskedBy,
        subjectId: invoiceId,
        data: { reason },
      },
      now,
    );
  });
}

/**
 * Records that the bank sent a refund back to us (a closed card): the invoice is paid again and may be refunded again. If
 * the refund was of a second payment, only the team is notified, because the first one still pays the invoice.
 */
export async function recordRefundFailed(context: AppContext, paymentId: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const { invoiceId } = existing(await findPayment(tx, paymentId));
    const { status } = await lockInvoice(tx, invoiceId);
    const event = { actorId: null, subjectId: invoiceId };
    if (status !== "refunded") {
      if (await movePayment(tx, paymentId, ["refunded"], { refundId: null }))
        await append(tx, { ...event, kind: "invoice.surplus_not_returned" }, now);
      return;
    }
    const values = { status: "succeeded", refundId: null, ...noRefundRequested } as const;
    if (!(await movePayment(tx, paymentId, ["refunded"], values))) return;
    if (!(await moveInvoice(tx, invoiceId, ["refunded"], { status: "completed", refundedAt: null }))) return;
    await append(tx, { ...event, kind: "invoice.refund_failed" }, now);
  });
}
