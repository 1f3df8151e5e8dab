import type Stripe from "stripe";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { cardProblem, findMethod, saveToVault, testCardOf, vaultEntry } from "./cards.ts";
import { challengeAction, requiresAuthentication } from "./charging.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, metadata, oneOf, text } from "./params.ts";
import { knownToCaller, shownTo, withMethod } from "./payment-intents.ts";
import { attach } from "./payment-methods.ts";
import { present } from "./present.ts";
import { invalid } from "./problems.ts";
import { clearPendingSetup } from "./subscription-state.ts";
import type { Refusal } from "./test-cards.ts";

/** A new setup intent without a method, not stored. */
export function blankSetup(context: Context, customer: string | null): Stripe.SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_${newId("secret")}`,
    created: context.clock.now(),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
  };
}

/**
 * POST /v1/setup_intents. With `confirm` it is confirmed at once. Throws 400 for an unknown customer or method, 402 for
 * a declined card.
 */
export function createSetup(call: Call): Stripe.SetupIntent {
  const { context, params } = call;
  const owner = text(params, "customer");
  const customer = owner ? requireObject(context, "customer", owner).id : null;
  const blank: Stripe.SetupIntent = {
    ...blankSetup(context, customer),
    description: text(params, "description") ?? null,
    metadata: metadata(params),
    usage: oneOf(params, "usage", ["off_session", "on_session"]) ?? "off_session",
  };
  const setup = withMethod(context, blank, params);
  context.objects.put(setup);
  emit(context, "setup_intent.created", setup);
  return flag(params, "confirm") ? confirmWith(context, setup, params) : setup;
}

/** POST /v1/setup_intents/:id. Changes method and metadata. Throws 404 for an unknown id. */
export function updateSetup(call: Call): Stripe.SetupIntent {
  const { context, params } = call;
  const before = fromPath(call, "setup_intent", "intent");
  const setup = withMethod(context, { ...before, metadata: metadata(params, before.metadata) }, params);
  context.objects.put(setup);
  return setup;
}

/**
 * POST /v1/setup_intents/:id/confirm. Throws 402 for a declined card, and 400 once it has succeeded or was cancelled.
 */
export function confirmSetup(call: Call): Stripe.SetupIntent {
  const { context, params } = call;
  const setup = knownToCaller(call, fromPath(call, "setup_intent", "intent"));
  if (setup.status === "succeeded" || setup.status === "canceled") {
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  }
  return shownTo(call, confirmWith(context, withMethod(context, setup, params), params));
}

function confirmWith(context: Context, setup: Stripe.SetupIntent, params: Form): Stripe.SetupIntent {
  const method = idOf(setup.payment_method);
  if (!method) {
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
      "setup_intent_unexpected_state",
    );
  }
  const { attach: refusal } = testCardOf(context, method);
  if (refusal) throw refusedSetup(context, setup, refusal);
  return needsAuthentication(context, setup)
    ? requireAction(context, setup, text(params, "return_url") ?? null)
    : finishSetup(context, setup);
}

/** Whether the bank asks for 3-D Secure before the card is saved; false without a method. */
export function needsAuthentication(context: Context, setup: Stripe.SetupIntent): boolean {
  const method = idOf(setup.payment_method);
  return method !== null && requiresAuthentication(context, method, true);
}

/** Makes a setup intent wait for 3-D Secure; `returnUrl` is where the challenge's page leads, null for a modal. */
export function requireAction(
  context: Context,
  setup: Stripe.SetupIntent,
  returnUrl: string | null,
): Stripe.SetupIntent {
  const waiting: Stripe.SetupIntent = {
    ...setup,
    status: "requires_action",
    next_action: challengeAction(context, setup.id, setup.client_secret ?? "", returnUrl),
  };
  context.objects.put(waiting);
  emit(context, "setup_intent.requires_action", waiting, setup);
  return waiting;
}

/** Continues a setup after its challenge: it succeeds, or requires another payment method. */
export function answerSetupChallenge(context: Context, setup: Stripe.SetupIntent, passed: boolean): void {
  if (passed) finishSetup(context, setup);
  else refusedSetup(context, setup, setupFailure);
}

const setupFailure: Refusal = {
  code: "setup_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

function finishSetup(context: Context, setup: Stripe.SetupIntent): Stripe.SetupIntent {
  const id = present(idOf(setup.payment_method), "the payment method");
  const customer = idOf(setup.customer);
  const method = context.objects.get("payment_method", id);
  if (method && customer) attach(context, method, customer);
  saveToVault(context, id, { ...vaultEntry(context, id), setUp: true });
  const done: Stripe.SetupIntent = { ...setup, status: "succeeded", next_action: null, last_setup_error: null };
  context.objects.put(done);
  emit(context, "setup_intent.succeeded", done, setup);
  clearPendingSetup(context, done);
  return done;
}

function refusedSetup(context: Context, setup: Stripe.SetupIntent, refusal: Refusal) {
  const method = idOf(setup.payment_method);
  const shown = method ? findMethod(context, method) : undefined;
  const { code, declineCode, message } = refusal;
  const failed: Stripe.SetupIntent = {
    ...setup,
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    last_setup_error: {
      type: refusal === setupFailure ? "invalid_request_error" : "card_error",
      code,
      message,
      ...(declineCode && { decline_code: declineCode }),
      ...(shown && { payment_method: shown }),
    },
  };
  context.objects.put(failed);
  emit(context, "setup_intent.setup_failed", failed, setup);
  return cardProblem(refusal, { setup_intent: failed, ...(shown && { payment_method: shown }) }, true);
}

/** POST /v1/setup_intents/:id/cancel. Throws 400 once it has succeeded or was cancelled. */
export function cancelSetup(call: Call): Stripe.SetupIntent {
  const before = fromPath(call, "setup_intent", "intent");
  if (before.status === "succeeded" || before.status === "canceled") {
    throw invalid(
      `You cannot cancel this SetupIntent because it has a status of ${before.status}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  }
  const setup: Stripe.SetupIntent = { ...before, status: "canceled", next_action: null };
  call.context.objects.put(setup);
  emit(call.context, "setup_intent.canceled", setup, before);
  return setup;
}

/**
 * GET /v1/setup_intents/:id. With the publishable key it throws 400 without the client secret and 403 for a wrong one.
 */
export function retrieveSetup(call: Call): Stripe.SetupIntent {
  return shownTo(call, knownToCaller(call, fromPath(call, "setup_intent", "intent")));
}

/** GET /v1/setup_intents, by customer and payment method. */
export function listSetups(call: Call): Stripe.ApiList<Stripe.SetupIntent> {
  return page(call, "setup_intent", { customer: "customer", payment_method: "payment_method" });
}
