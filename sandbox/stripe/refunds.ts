import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Desk, fromPath, named } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, integer, metadata, oneOf, text } from "./params.ts";
import { invalid, missing } from "./problems.ts";
import { giveFeeBack, takeBack } from "./transfers.ts";

/** POST /v1/refunds: the transfer and the fee stay where they are unless the call says otherwise. */
export function createRefund(call: Call): Stripe.Refund {
  const { desk, params } = call;
  const charge = chargeToRefund(call);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  }
  if (isChargedBack(desk, charge)) {
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
  const reversal = flag(params, "reverse_transfer") ? reverseShare(desk, charge, amount, id) : null;
  if (flag(params, "refund_application_fee")) returnFeeShare(desk, charge, amount);
  const { refund: effect } = testCardOf(desk, charge.payment_method ?? "");
  const movement = book(desk, { amount: -amount, type: "refund", source: id, currency });
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: desk.clock.now(),
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
  desk.shelf.put(refund);
  const changed: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  desk.shelf.put(changed);
  emit(desk, "refund.created", refund);
  emit(desk, "charge.refunded", changed, charge);
  if (effect) desk.store.setTimer(refund.id, desk.clock.now() + 60);
  return refund;
}

/** The two test cards whose refunds end a minute later: one well, one badly. */
export function endRefund(desk: Desk, id: string): void {
  desk.store.setTimer(id, null);
  const before = desk.shelf.get("refund", id);
  const charge = before && desk.shelf.get("charge", idOf(before.charge) ?? "");
  if (!before || !charge) return;
  const fails = testCardOf(desk, charge.payment_method ?? "").refund === "fails";
  const refund: Stripe.Refund = fails
    ? { ...before, status: "failed", failure_reason: "expired_or_canceled_card" }
    : { ...before, status: "succeeded" };
  desk.shelf.put(refund);
  if (fails) {
    book(desk, { amount: before.amount, type: "refund_failure", source: id, currency: before.currency });
    desk.shelf.put({ ...charge, amount_refunded: charge.amount_refunded - before.amount, refunded: false });
    emit(desk, "refund.failed", refund, before);
  }
  emit(desk, "refund.updated", refund, before);
  emit(desk, "charge.refund.updated", refund, before);
}

export const retrieveRefund = (call: Call): Stripe.Refund => fromPath(call, "refund", "refund");

export function listRefunds(call: Call): Stripe.ApiList<Stripe.Refund> {
  return page(call, "refund", { charge: "charge", payment_intent: "payment_intent" });
}

function isChargedBack(desk: Desk, { id, disputed }: Stripe.Charge): boolean {
  const of = { where: [{ path: "charge", is: id }] };
  return disputed && desk.shelf.find("dispute", of).some((dispute) => !dispute.is_charge_refundable);
}

function chargeToRefund(call: Call): Stripe.Charge {
  const { desk, params } = call;
  const chargeId = text(params, "charge");
  if (chargeId) return named(desk, "charge", chargeId);
  const intentId = text(params, "payment_intent");
  if (!intentId) throw missing("payment_intent");
  const charge = desk.shelf.get("charge", idOf(named(desk, "payment_intent", intentId).latest_charge) ?? "");
  if (!charge?.paid) {
    throw invalid(`The PaymentIntent (${intentId}) does not have a successful charge to refund.`, "payment_intent");
  }
  return charge;
}

function reverseShare(desk: Desk, charge: Stripe.Charge, amount: number, refund: string) {
  const transfer = desk.shelf.get("transfer", idOf(charge.transfer) ?? "");
  if (!transfer) throw invalid("Cannot reverse a transfer: the charge has none.", "reverse_transfer");
  const share = shareOf(transfer.amount, transfer.amount_reversed, charge, amount);
  return share ? takeBack(desk, transfer, share, refund) : null;
}

function returnFeeShare(desk: Desk, charge: Stripe.Charge, amount: number): void {
  const fee = desk.shelf.get("application_fee", idOf(charge.application_fee) ?? "");
  if (!fee) throw invalid("Cannot refund an application fee: the charge has none.", "refund_application_fee");
  const share = shareOf(fee.amount, fee.amount_refunded, charge, amount);
  if (share) giveFeeBack(desk, fee, share);
}

/** Partial refunds act in proportion; the last one takes the remainder, so that roundings never leave a penny. */
function shareOf(whole: number, alreadyBack: number, charge: Stripe.Charge, amount: number): number {
  const left = whole - alreadyBack;
  if (charge.amount_refunded + amount === charge.amount) return left;
  return Math.min(left, Math.round((whole * amount) / charge.amount));
}

function money(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}
