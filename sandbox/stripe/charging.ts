import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { findMethod, saveToVault, testCardOf, vaultEntry } from "./cards.ts";
import { chargeIntent } from "./charges.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { attach } from "./payment-methods.ts";
import { present } from "./present.ts";
import { type Refusal, refusals } from "./test-cards.ts";

export type Attempt = { intent: Stripe.PaymentIntent; refusal: Refusal | null; charge: Stripe.Charge | null };

/**
 * How a payment is attempted. `onSession`: the cardholder is present, so the bank may require authentication;
 * `mayAuthenticate`: the intent then waits in requires_action, instead of being declined.
 */
type PaymentOptions = { onSession: boolean; mayAuthenticate: boolean; returnUrl?: string | null };

/** A new payment intent without customer and method, not stored. `amount` is in pence. */
export function blankIntent(context: Context, amount: number, currency: string): Stripe.PaymentIntent {
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
    created: context.clock.now(),
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

/** Attempts an intent's payment: it succeeds, requires action or is declined. Saves it and emits the event. */
export function attemptPayment(context: Context, intent: Stripe.PaymentIntent, options: PaymentOptions): Attempt {
  const method = idOf(intent.payment_method);
  if (!method) return decline(context, intent, noMethod, false);
  if (requiresAuthentication(context, method, options.onSession)) {
    return options.mayAuthenticate
      ? requireAction(context, intent, options.returnUrl ?? null)
      : decline(context, intent, refusals.authenticationRequired);
  }
  return settleWithBank(context, intent, false);
}

/** Continues an intent after its 3-D Secure challenge. */
export function answerChallenge(context: Context, intent: Stripe.PaymentIntent, passed: boolean): Attempt {
  return passed ? settleWithBank(context, intent, true) : decline(context, intent, failedChallenge, false);
}

const failedChallenge: Refusal = {
  code: "payment_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

const noMethod: Refusal = {
  code: "payment_method_required",
  message: "There is no payment method to charge. Please add a card.",
};

/** Whether the bank asks for 3-D Secure, by the test card's behaviour; `onSession` is whether the payer is present. */
export function requiresAuthentication(context: Context, method: string, onSession: boolean): boolean {
  const { authentication } = testCardOf(context, method);
  if (authentication === "until_set_up") return !vaultEntry(context, method).setUp;
  return authentication === "always" || (authentication === "on_session" && onSession);
}

function settleWithBank(context: Context, intent: Stripe.PaymentIntent, authenticated: boolean): Attempt {
  const method = present(idOf(intent.payment_method), "the payment method");
  const { charge: refusal } = testCardOf(context, method);
  if (refusal) return decline(context, intent, refusal);
  const charge = chargeIntent(context, intent, null);
  saveForLater(context, intent, method, authenticated);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  context.objects.put(paid);
  emit(context, "payment_intent.succeeded", paid, intent);
  return { intent: paid, refusal: null, charge };
}

function requireAction(context: Context, intent: Stripe.PaymentIntent, returnUrl: string | null): Attempt {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_action",
    last_payment_error: null,
    next_action: challengeAction(context, intent.id, intent.client_secret ?? "", returnUrl),
  };
  context.objects.put(waiting);
  emit(context, "payment_intent.requires_action", waiting, intent);
  return { intent: waiting, refusal: null, charge: null };
}

/** The next action of a challenge: inside Stripe.js, or a redirect when the caller gave a return_url. */
export function challengeAction(context: Context, id: string, secret: string, returnUrl: string | null) {
  const url = `${context.origin}/3ds/${id}?client_secret=${secret}`;
  if (returnUrl) {
    context.store.setNote(`return:${id}`, returnUrl);
    return { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
  }
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}

function decline(context: Context, intent: Stripe.PaymentIntent, refusal: Refusal, reachedBank = true): Attempt {
  const method = idOf(intent.payment_method);
  const charge = reachedBank ? chargeIntent(context, intent, refusal) : null;
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
      ...(method && { payment_method: findMethod(context, method) }),
    },
  };
  context.objects.put(failed);
  emit(context, "payment_intent.payment_failed", failed, intent);
  return { intent: failed, refusal, charge };
}

/** Attaches a method used with setup_future_usage to the customer; without a customer it cannot be used again. */
function saveForLater(context: Context, intent: Stripe.PaymentIntent, id: string, authenticated: boolean): void {
  const customer = idOf(intent.customer);
  const method = context.objects.get("payment_method", id);
  if (intent.setup_future_usage && authenticated) saveToVault(context, id, { ...vaultEntry(context, id), setUp: true });
  if (!method || method.customer) return;
  if (customer && intent.setup_future_usage) attach(context, method, customer);
  else context.store.setNote(`detached:${id}`, true);
}
