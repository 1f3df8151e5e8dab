import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, integer, metadata, oneOf, text } from "./params.ts";
import { invalid, missing } from "./problems.ts";
import { refundFeeAmount, reverseAmount } from "./transfers.ts";

/** POST /v1/refunds: transfer and application fee are only reversed when the call asks for it. */
export function createRefund(call: Call): Stripe.Refund {
  const { context, params } = call;
  const charge = chargeToRefund(call);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  }
  if (isChargedBack(context, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, "charge_disputed");
  }
  const amount = integer(params, "amount") ?? left;
  if (amount < 1) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
      "amount",
    );
  }
  const id = newId("re");
  const { currency } = charge;
  const reversal = flag(params, "reverse_transfer") ? reverseShare(context, charge, amount, id) : null;
  if (flag(params, "refund_application_fee")) returnFeeShare(context, charge, amount);
  const { refund: effect } = testCardOf(context, charge.payment_method ?? "");
  const movement = book(context, { amount: -amount, type: "refund", source: id, currency });
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: context.clock.now(),
    currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: metadata(params),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: oneOf(params, "reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: effect ? "pending" : "succeeded",
    transfer_reversal: reversal?.id ?? null,
  };
  context.objects.put(refund);
  const changed: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  context.objects.put(changed);
  emit(context, "refund.created", refund);
  emit(context, "charge.refunded", changed, charge);
  if (effect) context.store.setTimer(refund.id, context.clock.now() + 60);
  return refund;
}

/** Completes the refund of the two test cards whose refunds succeed or fail a minute later. */
export function endRefund(context: Context, id: string): void {
  context.store.setTimer(id, null);
  const before = context.objects.get("refund", id);
  const charge = before && context.objects.get("charge", idOf(before.charge) ?? "");
  if (!before || !charge) return;
  const fails = testCardOf(context, charge.payment_method ?? "").refund === "fails";
  const refund: Stripe.Refund = fails
    ? { ...before, status: "failed", failure_reason: "expired_or_canceled_card" }
    : { ...before, status: "succeeded" };
  context.objects.put(refund);
  if (fails) {
    book(context, { amount: before.amount, type: "refund_failure", source: id, currency: before.currency });
    context.objects.put({ ...charge, amount_refunded: charge.amount_refunded - before.amount, refunded: false });
    emit(context, "refund.failed", refund, before);
  }
  emit(context, "refund.updated", refund, before);
  emit(context, "charge.refund.updated", refund, before);
}

/** GET /v1/refunds/:id. Throws 404 for an unknown id. */
export const retrieveRefund = (call: Call): Stripe.Refund => fromPath(call, "refund", "refund");

/** GET /v1/refunds, by charge and payment intent. */
export function listRefunds(call: Call): Stripe.ApiList<Stripe.Refund> {
  return page(call, "refund", { charge: "charge", payment_intent: "payment_intent" });
}

function isChargedBack(context: Context, { id, disputed }: Stripe.Charge): boolean {
  const of = { where: [{ path: "charge", is: id }] };
  return disputed && context.objects.find("dispute", of).some((dispute) => !dispute.is_charge_refundable);
}

function chargeToRefund(call: Call): Stripe.Charge {
  const { context, params } = call;
  const chargeId = text(params, "charge");
  if (chargeId) return requireObject(context, "charge", chargeId);
  const intentId = text(params, "payment_intent");
  if (!intentId) throw missing("payment_intent");
  const charge = context.objects.get(
    "charge",
    idOf(requireObject(context, "payment_intent", intentId).latest_charge) ?? "",
  );
  if (!charge?.paid) {
    throw invalid(`The PaymentIntent (${intentId}) does not have a successful charge to refund.`, "payment_intent");
  }
  return charge;
}

function reverseShare(context: Context, charge: Stripe.Charge, amount: number, refund: string) {
  const transfer = context.objects.get("transfer", idOf(charge.transfer) ?? "");
  if (!transfer) throw invalid("Cannot reverse a transfer: the charge has none.", "reverse_transfer");
  const share = shareOf(transfer.amount, transfer.amount_reversed, charge, amount);
  return share ? reverseAmount(context, transfer, share, refund) : null;
}

function returnFeeShare(context: Context, charge: Stripe.Charge, amount: number): void {
  const fee = context.objects.get("application_fee", idOf(charge.application_fee) ?? "");
  if (!fee) throw invalid("Cannot refund an application fee: the charge has none.", "refund_application_fee");
  const share = shareOf(fee.amount, fee.amount_refunded, charge, amount);
  if (share) refundFeeAmount(context, fee, share);
}

/** Partial refunds reverse in proportion; the last takes the remainder, so that rounding leaves no penny. */
function shareOf(whole: number, alreadyBack: number, charge: Stripe.Charge, amount: number): number {
  const left = whole - alreadyBack;
  if (charge.amount_refunded + amount === charge.amount) return left;
  return Math.min(left, Math.round((whole * amount) / charge.amount));
}

function money(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}
