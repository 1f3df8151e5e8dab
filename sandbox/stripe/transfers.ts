import type Stripe from "stripe";
import { payable } from "./accounts.ts";
import { book } from "./balance.ts";
import { type Call, type Context, contextFor, fromPath, requireObject } from "./call.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { currencyOf, integer, metadata, requiredInteger, requiredText, text } from "./params.ts";
import { present } from "./present.ts";
import { invalid } from "./problems.ts";

/**
 * A destination charge: the whole amount is transferred to the destination, less the application fee;
 * with transfer_data[amount] only that part is transferred and there is no fee.
 */
export function splitWithDestination(context: Context, charge: Stripe.Charge): Stripe.Charge {
  const destination = idOf(charge.transfer_data?.destination);
  if (!destination) return charge;
  const fee = charge.application_fee_amount ?? 0;
  const transfer = makeTransfer(context, {
    amount: charge.transfer_data?.amount ?? charge.amount,
    currency: charge.currency,
    destination,
    source: charge.id,
    group: charge.transfer_group ?? `group_${idOf(charge.payment_intent) ?? charge.id}`,
    fee,
  });
  const taken = fee ? collectFee(context, charge, destination, fee).id : null;
  return { ...charge, transfer: transfer.id, transfer_group: transfer.transfer_group, application_fee: taken };
}

type Move = {
  amount: number;
  currency: string;
  destination: string;
  source: string | null;
  group: string | null;
  fee?: number;
  metadata?: Stripe.Metadata;
  description?: string | null;
};

function makeTransfer(context: Context, move: Move): Stripe.Transfer {
  const id = newId("tr");
  const payment = newId("py");
  book(contextFor(context, move.destination), {
    amount: move.amount,
    ...(move.fee && {
      fee: { amount: move.fee, type: "application_fee" as const, description: "Plumbline application fee" },
    }),
    type: "payment",
    source: payment,
    currency: move.currency,
  });
  const { amount, currency } = move;
  const movement = book(context, { amount: -amount, type: "transfer", source: id, currency });
  const transfer: Stripe.Transfer = {
    id,
    object: "transfer",
    amount: move.amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: context.clock.now(),
    currency: move.currency,
    description: move.description ?? null,
    destination: move.destination,
    destination_payment: payment,
    livemode: false,
    metadata: move.metadata ?? {},
    reversals: asList(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_transaction: move.source,
    source_type: "card",
    transfer_group: move.group,
  };
  context.objects.put(transfer);
  emit(context, "transfer.created", transfer);
  return transfer;
}

function collectFee(context: Context, charge: Stripe.Charge, account: string, amount: number): Stripe.ApplicationFee {
  const id = newId("fee");
  const { currency } = charge;
  const movement = book(context, { amount, type: "application_fee", source: id, currency });
  const fee: Stripe.ApplicationFee = {
    id,
    object: "application_fee",
    account,
    amount,
    amount_refunded: 0,
    application: context.settings.clientId,
    balance_transaction: movement.id,
    charge: charge.id,
    created: context.clock.now(),
    currency,
    fee_source: { type: "charge", charge: charge.id },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: asList(`/v1/application_fees/${id}/refunds`, []),
  };
  context.objects.put(fee);
  emit(context, "application_fee.created", fee);
  return fee;
}

/** POST /v1/transfers. Amounts in pence. Throws 400 without a destination that can be paid. */
export function createTransfer(call: Call): Stripe.Transfer {
  const { context, params } = call;
  const destination = requiredText(params, "destination");
  payable(context, destination, "destination");
  const source = text(params, "source_transaction") ?? null;
  const amount = source
    ? (integer(params, "amount") ?? requireObject(context, "charge", source, "source_transaction").amount)
    : requiredInteger(params, "amount");
  if (amount < 1) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  return makeTransfer(context, {
    amount,
    currency: currencyOf(params),
    destination,
    source,
    group: text(params, "transfer_group") ?? null,
    metadata: metadata(params),
    description: text(params, "description") ?? null,
  });
}

/** GET /v1/transfers/:id. Throws 404 for an unknown id. */
export const retrieveTransfer = (call: Call): Stripe.Transfer => fromPath(call, "transfer", "transfer");

/** GET /v1/transfers, by destination and transfer group. */
export function listTransfers(call: Call): Stripe.ApiList<Stripe.Transfer> {
  return page(call, "transfer", { destination: "destination", transfer_group: "transfer_group" });
}

/** POST /v1/transfers/:id/reversals. In pence, all that is left without an amount. Throws 400 for more than is left. */
export function reverseTransfer(call: Call): Stripe.TransferReversal {
  const transfer = fromPath(call, "transfer", "transfer");
  return reverseAmount(call.context, transfer, integer(call.params, "amount"), null, metadata(call.params));
}

/** Reverses a transfer; without an amount, what remains of it. */
export function reverseAmount(
  context: Context,
  transfer: Stripe.Transfer,
  wanted: number | undefined,
  refund: string | null,
  given: Stripe.Metadata = {},
): Stripe.TransferReversal {
  const left = transfer.amount - transfer.amount_reversed;
  const amount = wanted ?? left;
  if (amount < 1 || amount > left) {
    throw invalid(`Reversal amount (${amount}) is greater than the amount left of the transfer (${left}).`, "amount");
  }
  const { currency } = transfer;
  const id = newId("trr");
  const refunded = newId("pyr");
  const movement = book(context, { amount, type: "transfer_refund", source: id, currency });
  book(contextFor(context, present(idOf(transfer.destination), "the destination")), {
    amount: -amount,
    type: "payment_refund",
    source: refunded,
    currency,
  });
  const reversal: Stripe.TransferReversal = {
    id,
    object: "transfer_reversal",
    amount,
    balance_transaction: movement.id,
    created: context.clock.now(),
    currency,
    destination_payment_refund: refunded,
    metadata: given,
    source_refund: refund,
    transfer: transfer.id,
  };
  context.objects.put(reversal);
  const changed: Stripe.Transfer = {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === left,
    reversals: asList(transfer.reversals.url, [reversal, ...transfer.reversals.data]),
  };
  context.objects.put(changed);
  emit(context, "transfer.reversed", changed, transfer);
  return reversal;
}

/** GET /v1/application_fees/:id. Throws 404 for an unknown id. */
export const retrieveFee = (call: Call): Stripe.ApplicationFee => fromPath(call, "application_fee");

/** GET /v1/application_fees, by charge. */
export function listFees(call: Call): Stripe.ApiList<Stripe.ApplicationFee> {
  return page(call, "application_fee", { charge: "charge" });
}

/**
 * POST /v1/application_fees/:id/refunds. In pence, all that is left without an amount. Throws 400 for more than is
 * left.
 */
export function refundFee(call: Call): Stripe.FeeRefund {
  const fee = fromPath(call, "application_fee");
  return refundFeeAmount(call.context, fee, integer(call.params, "amount"), metadata(call.params));
}

/** GET /v1/application_fees/:id/refunds. Throws 404 for an unknown fee. */
export function listFeeRefunds(call: Call): Stripe.ApiList<Stripe.FeeRefund> {
  const fee = fromPath(call, "application_fee");
  return page(call, "fee_refund", {}, [{ path: "fee", is: fee.id }]);
}

/** Refunds an application fee; without an amount, what remains of it. */
export function refundFeeAmount(
  context: Context,
  fee: Stripe.ApplicationFee,
  wanted?: number,
  given: Stripe.Metadata = {},
): Stripe.FeeRefund {
  const left = fee.amount - fee.amount_refunded;
  const amount = wanted ?? left;
  if (amount < 1 || amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than the fee's remaining amount (${left}).`, "amount");
  }
  const id = newId("fr");
  const { currency } = fee;
  const movement = book(context, { amount: -amount, type: "application_fee_refund", source: id, currency });
  book(contextFor(context, idOf(fee.account)), {
    amount,
    type: "application_fee_refund",
    source: id,
    currency,
  });
  const refund: Stripe.FeeRefund = {
    id,
    object: "fee_refund",
    amount,
    balance_transaction: movement.id,
    created: context.clock.now(),
    currency,
    fee: fee.id,
    metadata: given,
  };
  context.objects.put(refund);
  const changed: Stripe.ApplicationFee = {
    ...fee,
    amount_refunded: fee.amount_refunded + amount,
    refunded: amount === left,
    refunds: asList(fee.refunds.url, [refund, ...fee.refunds.data]),
  };
  context.objects.put(changed);
  emit(context, "application_fee.refunded", changed, fee);
  return refund;
}
