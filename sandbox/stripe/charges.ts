import type Stripe from "stripe";
import { book, processingFee } from "./balance.ts";
import { type Call, type Context, fromPath } from "./call.ts";
import { findMethod } from "./cards.ts";
import { openDisputeIfContested } from "./disputes.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { metadata, text } from "./params.ts";
import type { Refusal } from "./test-cards.ts";
import { splitWithDestination } from "./transfers.ts";

/** Creates the charge of a payment intent, succeeded or declined, and emits its event. */
export function chargeIntent(context: Context, intent: Stripe.PaymentIntent, refusal: Refusal | null): Stripe.Charge {
  let charge = blankCharge(context, intent, refusal);
  if (!refusal) {
    const movement = book(context, {
      amount: charge.amount,
      fee: { amount: processingFee(charge.amount), type: "stripe_fee", description: "Stripe processing fees" },
      type: "charge",
      source: charge.id,
      currency: charge.currency,
      description: charge.description,
    });
    charge = splitWithDestination(context, { ...charge, balance_transaction: movement.id });
  }
  context.objects.put(charge);
  emit(context, refusal ? "charge.failed" : "charge.succeeded", charge);
  return refusal ? charge : openDisputeIfContested(context, charge);
}

function blankCharge(context: Context, intent: Stripe.PaymentIntent, refusal: Refusal | null): Stripe.Charge {
  const methodId = idOf(intent.payment_method);
  const method = methodId ? findMethod(context, methodId) : undefined;
  const id = newId("ch");
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: refusal ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method?.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: "PLUMBLINE",
    captured: !refusal,
    created: context.clock.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: idOf(intent.on_behalf_of),
    outcome: outcomeOf(refusal),
    paid: !refusal,
    payment_intent: intent.id,
    payment_method: methodId,
    payment_method_details: method?.card ? detailsOf(method.card) : null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: refusal ? null : `${context.origin}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: refusal ? "failed" : "succeeded",
    transfer_data: intent.transfer_data
      ? { amount: intent.transfer_data.amount ?? null, destination: idOf(intent.transfer_data.destination) }
      : null,
    transfer_group: intent.transfer_group,
  };
}

function outcomeOf(refusal: Refusal | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refusal ? "declined_by_network" : "approved_by_network",
    reason: refusal ? (refusal.declineCode ?? refusal.code) : null,
    risk_level: "normal",
    seller_message: refusal ? "The bank did not return any further details with this decline." : "Payment complete.",
    type: refusal ? "issuer_declined" : "authorized",
  };
}

function detailsOf(card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks: card.checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** GET /v1/charges/:id. Throws 404 for an unknown id. */
export const retrieveCharge = (call: Call): Stripe.Charge => fromPath(call, "charge");

/** GET /v1/charges, by customer, payment intent and transfer group. */
export function listCharges(call: Call): Stripe.ApiList<Stripe.Charge> {
  return page(call, "charge", {
    customer: "customer",
    payment_intent: "payment_intent",
    transfer_group: "transfer_group",
  });
}

/** POST /v1/charges/:id. Changes description and metadata. Throws 404 for an unknown id. */
export function updateCharge(call: Call): Stripe.Charge {
  const before = fromPath(call, "charge");
  const description = text(call.params, "description");
  const charge = {
    ...before,
    ...(description !== undefined && { description }),
    metadata: metadata(call.params, before.metadata),
  };
  call.context.objects.put(charge);
  emit(call.context, "charge.updated", charge, before);
  return charge;
}
