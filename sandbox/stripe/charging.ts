import type Stripe from "stripe";
import type { Desk } from "./call.ts";
import { findMethod, keepInVault, testCardOf, vaulted } from "./cards.ts";
import { chargeIntent } from "./charges.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { attach } from "./payment-methods.ts";
import { type Refusal, refusals } from "./test-cards.ts";

export type Attempt = { intent: Stripe.PaymentIntent; refusal: Refusal | null; charge: Stripe.Charge | null };

/**
 * How a payment is tried. `present`: the holder is there, so the bank may ask; `ask`: when the bank asks,
 * wait for the answer (an intent in requires_action) instead of counting it as a refusal.
 */
type Circumstances = { present: boolean; ask: boolean; returnUrl?: string | null };

export function blankIntent(desk: Desk, amount: number, currency: string): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_${newId("secret")}`,
    confirmation_method: "automatic",
    created: desk.clock.now(),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Puts an intent through the bank: it ends succeeded, waiting for the holder, or refused. Saves and tells. */
export function attemptPayment(desk: Desk, intent: Stripe.PaymentIntent, how: Circumstances): Attempt {
  const method = idOf(intent.payment_method);
  if (!method) return refuse(desk, intent, noMethod, false);
  if (bankAsks(desk, method, how.present)) {
    return how.ask
      ? waitForHolder(desk, intent, how.returnUrl ?? null)
      : refuse(desk, intent, refusals.authenticationRequired);
  }
  return settleWithBank(desk, intent, false);
}

/** The holder has answered the bank's question. */
export function answerChallenge(desk: Desk, intent: Stripe.PaymentIntent, passed: boolean): Attempt {
  return passed ? settleWithBank(desk, intent, true) : refuse(desk, intent, failedChallenge, false);
}

const failedChallenge: Refusal = {
  code: "payment_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

const noMethod: Refusal = {
  code: "payment_method_required",
  message: "There is no payment method to charge. Please add a card.",
};

export function bankAsks(desk: Desk, method: string, present: boolean): boolean {
  const { authentication } = testCardOf(desk, method);
  if (authentication === "until_set_up") return !vaulted(desk, method).setUp;
  return authentication === "always" || (authentication === "on_session" && present);
}

function settleWithBank(desk: Desk, intent: Stripe.PaymentIntent, authenticated: boolean): Attempt {
  const method = idOf(intent.payment_method) as string;
  const { charge: refusal } = testCardOf(desk, method);
  if (refusal) return refuse(desk, intent, refusal);
  const charge = chargeIntent(desk, intent, null);
  keepForLater(desk, intent, method, authenticated);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  desk.shelf.put(paid);
  emit(desk, "payment_intent.succeeded", paid, intent);
  return { intent: paid, refusal: null, charge };
}

function waitForHolder(desk: Desk, intent: Stripe.PaymentIntent, returnUrl: string | null): Attempt {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_action",
    last_payment_error: null,
    next_action: challengeAction(desk, intent.id, intent.client_secret ?? "", returnUrl),
  };
  desk.shelf.put(waiting);
  emit(desk, "payment_intent.requires_action", waiting, intent);
  return { intent: waiting, refusal: null, charge: null };
}

/** Where the holder answers: inside Stripe.js, or by a redirect when the caller named a page to come back to. */
export function challengeAction(desk: Desk, id: string, secret: string, returnUrl: string | null) {
  const url = `${desk.origin}/3ds/${id}?client_secret=${secret}`;
  if (returnUrl) {
    desk.store.setNote(`return:${id}`, returnUrl);
    return { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
  }
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}

function refuse(desk: Desk, intent: Stripe.PaymentIntent, refusal: Refusal, reachedBank = true): Attempt {
  const method = idOf(intent.payment_method);
  const charge = reachedBank ? chargeIntent(desk, intent, refusal) : null;
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: reachedBank ? "card_error" : "invalid_request_error",
      code: refusal.code,
      ...(refusal.declineCode && { decline_code: refusal.declineCode }),
      ...(charge && { charge: charge.id }),
      message: refusal.message,
      ...(method && { payment_method: findMethod(desk, method) }),
    } as Stripe.PaymentIntent.LastPaymentError,
  };
  desk.shelf.put(failed);
  emit(desk, "payment_intent.payment_failed", failed, intent);
  return { intent: failed, refusal, charge };
}

/** A method paid with for later use belongs to the customer from now on; one without a customer is spent. */
function keepForLater(desk: Desk, intent: Stripe.PaymentIntent, id: string, authenticated: boolean): void {
  const customer = idOf(intent.customer);
  const method = desk.shelf.get("payment_method", id);
  if (intent.setup_future_usage && authenticated) keepInVault(desk, id, { ...vaulted(desk, id), setUp: true });
  if (!method || method.customer) return;
  if (customer && intent.setup_future_usage) attach(desk, method, customer);
  else desk.store.setNote(`detached:${id}`, true);
}
