import { refundAmountError, refundParts } from "@plumbline/contract/invoices/refunds.ts";
import { refundBlockedBy } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, formatPence } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { refusedAction } from "./actions.ts";
import { findDisputeState } from "./dispute-store.ts";
import { findPayment, findSuccessfulPayment, movePayment, type PaymentRow } from "./payment-store.ts";
import * as provider from "./refund-provider.ts";
import {
  findRefund,
  findRefundByProviderId,
  givenBack,
  insertRefund,
  moveRefund,
  type RefundRow,
  refundsOf,
} from "./refund-store.ts";
import { findInvoice, type InvoiceRow, lockInvoice, moveInvoice } from "./store.ts";

export type RefundRequest = {
  reason: string;
  /** In pence; all that is left when it is missing. */
  amountPence?: number | undefined;
  /** In pounds: what had been given back when the member of staff looked. */
  refunded?: number | undefined;
};

/**
 * Gives a paid invoice back, or a part of it, for a member of staff, with a reason that both parties can read. Throws
 * conflict when nothing was paid, when a dispute blocks it, while another refund is under way and when one was made unseen, and
 * invalid for more than is left.
 */
export async function refundInvoice(
  context: AppContext,
  staff: Member,
  id: number,
  { reason, amountPence: wanted, refunded: seen }: RefundRequest,
): Promise<void> {
  const now = context.clock.now();
  const sent = await findInvoice(context.db, id);
  if (!sent || sent.status === "draft") throw notFound();
  const { refund, askedBefore } = await context.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    const payment = await refundablePayment(tx, invoice);
    const rows = await refundsOf(tx, payment.id, id);
    const asked = rows.find(({ state }) => state === "asked");
    if (asked) return { refund: asked, askedBefore: true };
    if (seen !== undefined && seen !== decimalOf(invoice.refundedPence))
      throw conflict(
        `${formatPence(invoice.refundedPence)} of this invoice has been given back by now. Nothing more was refunded; please look again.`,
        ["refund"],
      );
    const { charge, refundable } = givenBack(payment, rows);
    const amountPence = wanted ?? (refundable.heldPence || refundable.leftPence);
    const error = refundAmountError(refundable, amountPence);
    if (error) throw invalid({ amount: [error] });
    const fromHeld = refundable.heldPence > 0;
    const parts = fromHeld ? { advisorPence: 0, feePence: 0 } : refundParts(charge, amountPence);
    const of = { invoiceId: id, paymentId: payment.id, state: "asked", createdAt: now } as const;
    const values = { ...of, ...parts, amountPence, fromHeld, reason, askedBy: staff.id };
    return { refund: await insertRefund(tx, values), askedBefore: false };
  });
  try {
    await completeRefund(context, refund);
  } catch (error) {
    context.log.warn({ err: error, refund: refund.id }, "a refund was not confirmed");
    if (isRefusal(error)) {
      await moveRefund(context.db, refund.id, ["asked"], { state: "refused", settledAt: now });
      throw conflict("The payment provider refused this refund. Nothing has changed; look at the payment there.", [
        "refund",
      ]);
    }
    throw conflict(
      "The payment provider has not answered yet. The refund will be carried through; look again in a minute.",
    );
  }
  if (askedBefore) throw await alreadyAsked(context, refund);
}

/** The payment that may be given back. Throws conflict with the reason, and the sum that is possible, when none may be. */
async function refundablePayment(tx: Db, { id, status }: InvoiceRow): Promise<PaymentRow> {
  const paid = status === "completed" ? await findSuccessfulPayment(tx, id) : null;
  if (!paid) throw refusedAction("refund", status, "staff");
  const blockedReason = refundBlockedBy(await findDisputeState(tx, id));
  if (blockedReason) throw conflict(blockedReason);
  return paid;
}

/** The answer to a request that found another refund in progress, and completed that one instead of its own. */
async function alreadyAsked(context: AppContext, { invoiceId, amountPence }: RefundRow) {
  const invoice = existing(await findInvoice(context.db, invoiceId));
  if (invoice.status === "refunded") return refusedAction("refund", "refunded", "staff");
  const left = formatPence(invoice.totalPence - invoice.refundedPence);
  return conflict(
    `Another refund, of ${formatPence(amountPence)}, was under way and is done now. Nothing more was given back; ${left} is left.`,
    ["refund"],
  );
}

/**
 * Requests a refund at the provider, where it may be known already, and records it; safe to run again from any point. A
 * refusal that it throws means that nothing was given back.
 */
export async function completeRefund(context: AppContext, refund: RefundRow, known?: Stripe.Refund): Promise<void> {
  const payment = existing(await findPayment(context.db, refund.paymentId));
  const made = await provider.refundPart(context, payment, refund, known);
  const feePence = await provider.returnFee(context, payment, refund).catch((cause) => {
    // In an error of our own, because a refusal here does not undo the refund.
    throw new Error("our fee on a refund that was made is not returned yet", { cause });
  });
  const advisorPence = refund.fromHeld ? 0 : refund.amountPence - feePence;
  await recordDone(context, refund, { providerId: made.id, feePence, advisorPence });
  // We have learned of the refund only after the bank had sent it back.
  if (!isAlive(made)) await recordRefundFailed(context, refund);
}

/** Records that the provider has carried a refund through, once, whoever reports it first (row G-43). */
async function recordDone(
  context: AppContext,
  { id, invoiceId }: RefundRow,
  made: Pick<RefundRow, "providerId" | "feePence" | "advisorPence">,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (await moveRefund(tx, id, ["asked"], { state: "done", settledAt: now, ...made }))
      await recordGivenBack(tx, invoice, existing(await findRefund(tx, id)), now);
  });
}

/** Updates invoice and payment from their refunds, and appends the event of a refund that was made. */
async function recordGivenBack(tx: Db, invoice: InvoiceRow, refund: RefundRow, now: Date): Promise<void> {
  const payment = existing(await findPayment(tx, refund.paymentId));
  const { donePence } = givenBack(payment, await refundsOf(tx, payment.id, invoice.id));
  const leftPence = payment.amountPence - donePence;
  const { reason, amountPence, advisorPence, feePence } = refund;
  const event = { actorId: refund.askedBy, subjectId: invoice.id };
  const data = { refund: refund.id, reason, amountPence, advisorPence, feePence };
  if (leftPence > 0) {
    await moveInvoice(tx, invoice.id, ["completed"], { refundedPence: donePence });
    await append(tx, { ...event, kind: "invoice.partly_refunded", data: { ...data, leftPence } }, now);
    return;
  }
  await movePayment(tx, payment.id, ["succeeded"], { status: "refunded" });
  await moveInvoice(tx, invoice.id, ["completed"], { status: "refunded", refundedPence: donePence, refundedAt: now });
  await append(tx, { ...event, kind: "invoice.refunded", data }, now);
}

/**
 * Records that the provider refused a refund that was requested while it did not answer: nothing was given back, and it may
 * be tried again. The team is notified, because the response had announced the refund.
 */
export async function recordRefundRefused(context: AppContext, { id, invoiceId }: RefundRow): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    if (!(await moveRefund(tx, id, ["asked"], { state: "refused", settledAt: now }))) return;
    await append(tx, { kind: "invoice.refund_refused", actorId: null, subjectId: invoiceId }, now);
  });
}

/** Follows all refunds that the provider has of a payment: our own, and those made in its dashboard. */
export async function followRefunds(context: AppContext, payment: PaymentRow, intentId: string): Promise<void> {
  for (const made of await provider.listRefunds(context, intentId)) {
    // The refund of a second payment stands on that payment.
    if (made.id === payment.refundId) continue;
    const id = provider.refundIdIn(context, made);
    const named = id === null ? null : await findRefund(context.db, id);
    const ours = named && provider.isOurRefund(context, named, made) ? named : null;
    if (ours?.state === "asked") await completeRefund(context, ours, made);
    else if (!ours && isAlive(made)) await recordForeign(context, payment, made);
  }
}

const isAlive = ({ status }: Stripe.Refund) => status !== "failed" && status !== "canceled";

/** Records a refund that was made in the provider's dashboard, with what it took from the advisor and from us. */
async function recordForeign(context: AppContext, payment: PaymentRow, made: Stripe.Refund): Promise<void> {
  const now = context.clock.now();
  const known = await findRefundByProviderId(context.db, made.id);
  if (known) return;
  const returned = await provider.returnedFee(context, payment);
  const reversed = provider.reversedBy(made);
  await context.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, payment.invoiceId);
    if (await findRefundByProviderId(tx, made.id)) return;
    const rows = await refundsOf(tx, payment.id, payment.invoiceId);
    const { charge } = givenBack(payment, rows);
    const feePence = Math.max(0, Math.min(returned - charge.feeReturnedPence, made.amount));
    const refund = await insertRefund(tx, {
      invoiceId: payment.invoiceId,
      paymentId: payment.id,
      state: "done",
      providerId: made.id,
      amountPence: made.amount,
      feePence,
      advisorPence: reversed - feePence,
      fromHeld: false,
      reason: "Given back at the payment provider.",
      createdAt: now,
      settledAt: now,
    });
    await recordGivenBack(tx, invoice, refund, now);
  });
}

/**
 * Records that the bank sent a refund back to us (a closed card): that part counts as paid again and may be refunded
 * again. What it took from the advisor and from us stays taken, and is given out again first (row G-44).
 */
export async function recordRefundFailed(context: AppContext, { id, invoiceId, paymentId }: RefundRow): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    if (!(await moveRefund(tx, id, ["done"], { state: "failed", settledAt: now }))) return;
    const payment = existing(await findPayment(tx, paymentId));
    const { donePence } = givenBack(payment, await refundsOf(tx, paymentId, invoiceId));
    await movePayment(tx, paymentId, ["refunded"], { status: "succeeded" });
    const values = { status: "completed", refundedPence: donePence, refundedAt: null } as const;
    await moveInvoice(tx, invoiceId, ["refunded", "completed"], values);
    const { amountPence } = existing(await findRefund(tx, id));
    await append(
      tx,
      { kind: "invoice.refund_failed", actorId: null, subjectId: invoiceId, data: { amountPence } },
      now,
    );
  });
}

/** Records that the bank sent back the refund of a second payment; only the team is told, the first one still pays. */
export async function recordSurplusNotReturned(context: AppContext, payment: PaymentRow): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, payment.invoiceId);
    if (!(await movePayment(tx, payment.id, ["refunded"], { refundId: null }))) return;
    const event = { kind: "invoice.surplus_not_returned", actorId: null, subjectId: payment.invoiceId } as const;
    await append(tx, event, context.clock.now());
  });
}
