import type Stripe from "stripe";
import { type Call, type Context, requireObject } from "./call.ts";
import {
  cardProblem,
  findMethod,
  makeMethod,
  methodNamed,
  methodOfCard,
  readCard,
  redeemToken,
  testCardOf,
} from "./cards.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { group, metadata, requiredText, text } from "./params.ts";
import { invalid, missing, noSuch } from "./problems.ts";

/**
 * POST /v1/payment_methods, from a card's fields or a token. Throws 400 for other types, 402 for an impossible card.
 */
export function createMethod(call: Call): Stripe.PaymentMethod {
  const { context, params } = call;
  if (requiredText(params, "type") !== "card") throw invalid("The sandbox knows payment methods of type card.", "type");
  const card = group(params, "card");
  if (!card) throw missing("card");
  const token = text(card, "token");
  const details = token ? redeemToken(context, token, "card[token]") : readCard(context, card);
  const method = { ...makeMethod(context, details, group(params, "billing_details")), metadata: metadata(params) };
  context.objects.put(method);
  return method;
}

/** GET /v1/payment_methods/:id, which also answers cards of the older kind. Throws 404 for an unknown id. */
export function retrieveMethod(call: Call): Stripe.PaymentMethod {
  return methodInPath(call);
}

/** POST /v1/payment_methods/:id. Changes metadata only. Throws 400 for a card of the older kind. */
export function updateMethod(call: Call): Stripe.PaymentMethod {
  const method = methodInPath(call);
  if (method.id.startsWith("card_")) throw invalid("Update a card through its customer's sources.");
  const updated = { ...method, metadata: metadata(call.params, method.metadata) };
  call.context.objects.put(updated);
  emit(call.context, "payment_method.updated", updated, method);
  return updated;
}

/**
 * POST /v1/payment_methods/:id/attach. Throws 400 for an unknown customer, 402 when the test card refuses to be saved.
 */
export function attachMethod(call: Call): Stripe.PaymentMethod {
  const customer = requireObject(call.context, "customer", requiredText(call.params, "customer"));
  const { id } = call.path;
  const method = id.startsWith("pm_card_") ? methodNamed(call.context, id) : methodInPath(call);
  return attach(call.context, method, customer.id);
}

/** Attaches a method to a customer. Throws a card error for test cards that are declined on attachment. */
export function attach(context: Context, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const owner = idOf(method.customer);
  if (owner === customer) return method;
  if (owner || context.store.note(`detached:${method.id}`)) {
    throw invalid(
      "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
      "payment_method",
    );
  }
  const { attach: refusal } = testCardOf(context, method.id);
  if (refusal) throw cardProblem(refusal);
  const attached: Stripe.PaymentMethod = { ...method, customer };
  if (attached.card?.checks) attached.card.checks.cvc_check = "pass";
  context.objects.put(attached);
  emit(context, "payment_method.attached", attached);
  return attached;
}

/** POST /v1/payment_methods/:id/detach, for good. Throws 400 for one without a customer. */
export function detachMethod(call: Call): Stripe.PaymentMethod {
  const { context } = call;
  const method = methodInPath(call);
  const owner = idOf(method.customer);
  if (!owner)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  const detached = { ...method, customer: null };
  context.objects.put(detached);
  context.store.setNote(`detached:${method.id}`, true);
  const customer = context.objects.get("customer", owner);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    customer.invoice_settings.default_payment_method = null;
    context.objects.put(customer);
  }
  emit(context, "payment_method.detached", detached, method);
  return detached;
}

/** GET /v1/payment_methods, by customer; empty for types other than card. */
export function listMethods(call: Call): Stripe.ApiList<Stripe.PaymentMethod> {
  const type = text(call.params, "type");
  if (type && type !== "card") return asList(call.url, []);
  return page(call, "payment_method", { customer: "customer" });
}

/** A customer's methods: the attached ones, then cards stored as sources. */
export function listCustomerMethods(call: Call): Stripe.ApiList<Stripe.PaymentMethod> {
  const customer = requireObject(call.context, "customer", call.path.id);
  const where = [{ path: "customer", is: customer.id }];
  const methods = call.context.objects.find("payment_method", { where });
  const cards = call.context.objects.find("card", { where }).map(methodOfCard);
  return asList(call.url, [...methods, ...cards].slice(0, 100));
}

/** GET /v1/customers/:id/payment_methods/:sub. Throws 404 for one that is not this customer's. */
export function retrieveCustomerMethod(call: Call): Stripe.PaymentMethod {
  const method = findMethod(call.context, call.path.sub);
  if (!method || idOf(method.customer) !== call.path.id) {
    throw noSuch("PaymentMethod", call.path.sub, { path: "payment_method" });
  }
  return method;
}

function methodInPath(call: Call): Stripe.PaymentMethod {
  const method = findMethod(call.context, call.path.id);
  if (!method) throw noSuch("PaymentMethod", call.path.id, { path: "payment_method" });
  return method;
}
