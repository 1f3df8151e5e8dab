import type Stripe from "stripe";
import { payable } from "./accounts.ts";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { cardProblem, findMethod, makeMethod, methodNamed, readCard, redeemToken } from "./cards.ts";
import { type Attempt, attemptPayment, blankIntent } from "./charging.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf } from "./ids.ts";
import { settleIntent } from "./invoicing.ts";
import { page } from "./lists.ts";
import { currencyOf, flag, group, integer, metadata, oneOf, requiredInteger, requiredText, text } from "./params.ts";
import { forbidden, invalid, missing, unexpectedState } from "./problems.ts";

/**
 * POST /v1/payment_intents. Amounts in pence, 30 at least; with `confirm` it is paid at once. Throws 400 for bad
 * values, 402 for a declined card.
 */
export function createIntent(call: Call): Stripe.PaymentIntent {
  const { context, params } = call;
  const currency = currencyOf(params);
  const amount = chargeable(requiredInteger(params, "amount"));
  const split = destinationOf(context, params, amount);
  let intent: Stripe.PaymentIntent = {
    ...blankIntent(context, amount, currency),
    ...split,
    customer: customerOf(context, params),
    description: text(params, "description") ?? null,
    metadata: metadata(params),
    on_behalf_of: text(params, "on_behalf_of") ?? null,
    receipt_email: text(params, "receipt_email") ?? null,
    setup_future_usage: oneOf(params, "setup_future_usage", ["off_session", "on_session"]) ?? null,
    transfer_group: text(params, "transfer_group") ?? null,
    confirmation_method: oneOf(params, "confirmation_method", ["automatic", "manual"]) ?? "automatic",
  };
  if (group(params, "automatic_payment_methods")) {
    intent.automatic_payment_methods = { allow_redirects: "always", enabled: true };
  }
  intent = withMethod(context, intent, params);
  context.objects.put(intent);
  emit(context, "payment_intent.created", intent);
  return flag(params, "confirm") ? confirm(context, intent, params) : intent;
}

/** POST /v1/payment_intents/:id. Throws 400 once it has succeeded or was cancelled. */
export function updateIntent(call: Call): Stripe.PaymentIntent {
  const { context, params } = call;
  const before = fromPath(call, "payment_intent", "intent");
  if (before.status === "succeeded" || before.status === "canceled") {
    throw unexpectedState(`This PaymentIntent could not be updated because it has a status of ${before.status}.`);
  }
  const description = text(params, "description");
  const intent = withMethod(
    context,
    {
      ...before,
      amount: chargeable(integer(params, "amount") ?? before.amount),
      customer: customerOf(context, params) ?? before.customer,
      ...(description !== undefined && { description }),
      metadata: metadata(params, before.metadata),
      setup_future_usage:
        oneOf(params, "setup_future_usage", ["off_session", "on_session"]) ?? before.setup_future_usage,
    },
    params,
  );
  context.objects.put(intent);
  return intent;
}

/** Pence that can be charged, which are 30 at least. Throws 400 for less. */
function chargeable(amount: number): number {
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (amount < 30) throw invalid("Amount must be at least £0.30 gbp", "amount", "amount_too_small");
  return amount;
}

/**
 * POST /v1/payment_intents/:id/confirm. Throws 402 for a declined card, and 400 when there is nothing to confirm any
 * more.
 */
export function confirmIntent(call: Call): Stripe.PaymentIntent {
  const { context, params } = call;
  const intent = knownToCaller(call, fromPath(call, "payment_intent", "intent"));
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status)) {
    throw unexpectedState(
      intent.status === "succeeded"
        ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: intent },
    );
  }
  const usage = oneOf(params, "setup_future_usage", ["off_session", "on_session"]);
  const chosen = withMethod(context, usage ? { ...intent, setup_future_usage: usage } : intent, params);
  return shownTo(call, confirm(context, chosen, params));
}

function confirm(context: Context, intent: Stripe.PaymentIntent, params: Form): Stripe.PaymentIntent {
  if (!intent.payment_method) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: intent },
    );
  }
  const away = text(params, "off_session");
  const onSession = !away || away === "false";
  const attempt = attemptPayment(context, intent, {
    onSession,
    mayAuthenticate: onSession,
    returnUrl: text(params, "return_url") ?? null,
  });
  settleIntent(context, attempt);
  return throwIfRefused(context, attempt, idOf(intent.payment_method));
}

/** Throws 402 for a declined attempt; its failed charge and the intent's error are committed all the same. */
export function throwIfRefused(context: Context, attempt: Attempt, method: string | null): Stripe.PaymentIntent {
  const { intent, refusal, charge } = attempt;
  if (!refusal) return intent;
  const shown = method ? findMethod(context, method) : undefined;
  const details = {
    ...(charge && { charge: charge.id }),
    payment_intent: intent,
    ...(shown && { payment_method: shown }),
  };
  throw cardProblem(refusal, details, true);
}

/** POST /v1/payment_intents/:id/cancel. Throws 400 once it has succeeded or was cancelled. */
export function cancelIntent(call: Call): Stripe.PaymentIntent {
  const { context, params } = call;
  const before = fromPath(call, "payment_intent", "intent");
  if (before.status === "succeeded" || before.status === "canceled") {
    throw unexpectedState(`You cannot cancel this PaymentIntent because it has a status of ${before.status}.`, {
      payment_intent: before,
    });
  }
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: "canceled",
    canceled_at: context.clock.now(),
    next_action: null,
    cancellation_reason:
      oneOf(params, "cancellation_reason", ["duplicate", "fraudulent", "requested_by_customer", "abandoned"]) ?? null,
  };
  context.objects.put(intent);
  emit(context, "payment_intent.canceled", intent, before);
  return intent;
}

/**
 * GET /v1/payment_intents/:id. With the publishable key it throws 400 without the client secret and 403 for a wrong
 * one.
 */
export function retrieveIntent(call: Call): Stripe.PaymentIntent {
  return shownTo(call, knownToCaller(call, fromPath(call, "payment_intent", "intent")));
}

/** GET /v1/payment_intents, by customer. */
export function listIntents(call: Call): Stripe.ApiList<Stripe.PaymentIntent> {
  return page(call, "payment_intent", { customer: "customer" });
}

/** With the publishable key, an intent can be read only with its client secret. Throws 403 otherwise. */
export function knownToCaller<T extends { id: string; client_secret: string | null }>(call: Call, intent: T): T {
  if (call.key === "secret") return intent;
  const secret = text(call.params, "client_secret");
  if (!secret) throw missing("client_secret");
  if (secret !== intent.client_secret) {
    throw forbidden("The client_secret provided does not match any associated PaymentIntent or SetupIntent.");
  }
  return intent;
}

const publicFields =
  "id object allowed_payment_method_types amount automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created currency description last_payment_error last_setup_error livemode next_action payment_method payment_method_types processing receipt_email setup_future_usage shipping source status usage".split(
    " ",
  );

/** Leaves out fees, transfers, metadata and the customer for calls with the publishable key. */
export function shownTo<T extends object>(call: Call, intent: T): T {
  if (call.key === "secret") return intent;
  // Stripe's own types do not say either that such an answer has fewer fields.
  return Object.fromEntries(Object.entries(intent).filter(([name]) => publicFields.includes(name))) as T;
}

function customerOf(context: Context, params: Form): string | null {
  const id = text(params, "customer");
  return id ? requireObject(context, "customer", id).id : null;
}

/** Reads payment_method (an id or a predefined name) or payment_method_data, and checks that it is the customer's. */
export function withMethod<T extends Stripe.PaymentIntent | Stripe.SetupIntent>(
  context: Context,
  intent: T,
  params: Form,
): T {
  const method = chosenMethod(context, params);
  if (!method) return intent;
  const owner = idOf(method.customer);
  const customer = idOf(intent.customer);
  if (owner && owner !== customer) {
    throw invalid(
      customer
        ? "The PaymentMethod you provided does not belong to the Customer you supplied."
        : "The PaymentMethod you provided is attached to a customer; pass that customer too.",
      "payment_method",
    );
  }
  if (context.store.note(`detached:${method.id}`)) {
    throw invalid(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, and may not be used again.",
      "payment_method",
    );
  }
  return { ...intent, payment_method: method.id, status: "requires_confirmation", next_action: null };
}

function chosenMethod(context: Context, params: Form): Stripe.PaymentMethod | undefined {
  const id = text(params, "payment_method") ?? text(params, "source");
  if (id) return methodNamed(context, id);
  const data = group(params, "payment_method_data");
  const card = data && group(data, "card");
  if (!data || !card) return undefined;
  const token = text(card, "token");
  const details = token ? redeemToken(context, token, "payment_method_data[card][token]") : readCard(context, card);
  const method = makeMethod(context, details, group(data, "billing_details"));
  context.objects.put(method);
  return method;
}

function destinationOf(context: Context, params: Form, amount: number) {
  const fee = integer(params, "application_fee_amount");
  const data = group(params, "transfer_data");
  if (!data) {
    if (fee !== undefined) {
      throw invalid(
        "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
        "application_fee_amount",
      );
    }
    return {};
  }
  const destination = payable(context, requiredText(data, "destination"), "transfer_data[destination]").id;
  const part = integer(data, "amount", "transfer_data[amount]");
  if (part !== undefined && fee !== undefined) {
    throw invalid("You may only specify one of these parameters: application_fee_amount, transfer_data[amount].");
  }
  if (fee !== undefined && (fee < 0 || fee > amount)) {
    throw invalid("The application fee cannot be greater than the amount of the payment.", "application_fee_amount");
  }
  if (part !== undefined && (part < 1 || part > amount)) {
    throw invalid("The transfer amount cannot be greater than the amount of the payment.", "transfer_data[amount]");
  }
  return {
    application_fee_amount: fee ?? null,
    transfer_data: { destination, ...(part !== undefined && { amount: part }) },
  };
}
