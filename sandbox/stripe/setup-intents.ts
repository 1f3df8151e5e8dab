import type Stripe from "stripe";
import { type Call, type Desk, fromPath, named } from "./call.ts";
import { cardProblem, findMethod, keepInVault, testCardOf, vaulted } from "./cards.ts";
import { bankAsks, challengeAction } from "./charging.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, metadata, oneOf, text } from "./params.ts";
import { knownToCaller, shownTo, withMethod } from "./payment-intents.ts";
import { attach } from "./payment-methods.ts";
import { invalid } from "./problems.ts";
import { clearPendingSetup } from "./subscription-state.ts";
import type { Refusal } from "./test-cards.ts";

export function blankSetup(desk: Desk, customer: string | null): Stripe.SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_${newId("secret")}`,
    created: desk.clock.now(),
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

export function createSetup(call: Call): Stripe.SetupIntent {
  const { desk, params } = call;
  const owner = text(params, "customer");
  const customer = owner ? named(desk, "customer", owner).id : null;
  const blank: Stripe.SetupIntent = {
    ...blankSetup(desk, customer),
    description: text(params, "description") ?? null,
    metadata: metadata(params),
    usage: oneOf(params, "usage", ["off_session", "on_session"]) ?? "off_session",
  };
  const setup = withMethod(desk, blank, params);
  desk.shelf.put(setup);
  emit(desk, "setup_intent.created", setup);
  return flag(params, "confirm") ? confirmWith(desk, setup, params) : setup;
}

export function updateSetup(call: Call): Stripe.SetupIntent {
  const { desk, params } = call;
  const before = fromPath(call, "setup_intent", "intent");
  const setup = withMethod(desk, { ...before, metadata: metadata(params, before.metadata) }, params);
  desk.shelf.put(setup);
  return setup;
}

export function confirmSetup(call: Call): Stripe.SetupIntent {
  const { desk, params } = call;
  const setup = knownToCaller(call, fromPath(call, "setup_intent", "intent"));
  if (setup.status === "succeeded" || setup.status === "canceled") {
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  }
  return shownTo(call, confirmWith(desk, withMethod(desk, setup, params), params));
}

function confirmWith(desk: Desk, setup: Stripe.SetupIntent, params: Form): Stripe.SetupIntent {
  const method = idOf(setup.payment_method);
  if (!method) {
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
      "setup_intent_unexpected_state",
    );
  }
  const { attach: refusal } = testCardOf(desk, method);
  if (refusal) throw refusedSetup(desk, setup, refusal);
  return needsHolder(desk, setup)
    ? askHolder(desk, setup, text(params, "return_url") ?? null)
    : finishSetup(desk, setup);
}

export function needsHolder(desk: Desk, setup: Stripe.SetupIntent): boolean {
  const method = idOf(setup.payment_method);
  return method !== null && bankAsks(desk, method, true);
}

export function askHolder(desk: Desk, setup: Stripe.SetupIntent, returnUrl: string | null): Stripe.SetupIntent {
  const waiting: Stripe.SetupIntent = {
    ...setup,
    status: "requires_action",
    next_action: challengeAction(desk, setup.id, setup.client_secret ?? "", returnUrl),
  };
  desk.shelf.put(waiting);
  emit(desk, "setup_intent.requires_action", waiting, setup);
  return waiting;
}

/** The holder has answered: the card is good for later payments, or the setup needs another method. */
export function answerSetupChallenge(desk: Desk, setup: Stripe.SetupIntent, passed: boolean): void {
  if (passed) finishSetup(desk, setup);
  else refusedSetup(desk, setup, setupFailure);
}

const setupFailure: Refusal = {
  code: "setup_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

function finishSetup(desk: Desk, setup: Stripe.SetupIntent): Stripe.SetupIntent {
  const id = idOf(setup.payment_method) as string;
  const customer = idOf(setup.customer);
  const method = desk.shelf.get("payment_method", id);
  if (method && customer) attach(desk, method, customer);
  keepInVault(desk, id, { ...vaulted(desk, id), setUp: true });
  const done: Stripe.SetupIntent = { ...setup, status: "succeeded", next_action: null, last_setup_error: null };
  desk.shelf.put(done);
  emit(desk, "setup_intent.succeeded", done, setup);
  clearPendingSetup(desk, done);
  return done;
}

function refusedSetup(desk: Desk, setup: Stripe.SetupIntent, refusal: Refusal) {
  const method = idOf(setup.payment_method);
  const shown = method ? findMethod(desk, method) : undefined;
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
    } as Stripe.SetupIntent.LastSetupError,
  };
  desk.shelf.put(failed);
  emit(desk, "setup_intent.setup_failed", failed, setup);
  return cardProblem(refusal, { setup_intent: failed, ...(shown && { payment_method: shown }) }, true);
}

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
  call.desk.shelf.put(setup);
  emit(call.desk, "setup_intent.canceled", setup, before);
  return setup;
}

export function retrieveSetup(call: Call): Stripe.SetupIntent {
  return shownTo(call, knownToCaller(call, fromPath(call, "setup_intent", "intent")));
}

export function listSetups(call: Call): Stripe.ApiList<Stripe.SetupIntent> {
  return page(call, "setup_intent", { customer: "customer", payment_method: "payment_method" });
}
