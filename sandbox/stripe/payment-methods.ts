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

export function retrieveMethod(call: Call): Stripe.PaymentMethod {
  return methodInPath(call);
}

export function updateMethod(call: Call): Stripe.PaymentMethod {
  const method = methodInPath(call);
  if (method.id.startsWith("card_")) throw invalid("Update a card through its customer's sources.");
  const updated = { ...method, metadata: metadata(call.params, method.metadata) };
  call.context.objects.put(updated);
  emit(call.context, "payment_method.updated", updated, method);
  return updated;
}

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
