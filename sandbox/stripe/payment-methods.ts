import type Stripe from "stripe";
import { type Call, type Desk, named } from "./call.ts";
import {
  cardProblem,
  findMethod,
  makeMethod,
  methodNamed,
  methodOfCard,
  readCard,
  spendToken,
  testCardOf,
} from "./cards.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { group, metadata, requiredText, text } from "./params.ts";
import { invalid, missing, noSuch } from "./problems.ts";

export function createMethod(call: Call): Stripe.PaymentMethod {
  const { desk, params } = call;
  if (requiredText(params, "type") !== "card") throw invalid("The sandbox knows payment methods of type card.", "type");
  const card = group(params, "card");
  if (!card) throw missing("card");
  const token = text(card, "token");
  const details = token ? spendToken(desk, token, "card[token]") : readCard(desk, card);
  const method = { ...makeMethod(desk, details, group(params, "billing_details")), metadata: metadata(params) };
  desk.shelf.put(method);
  return method;
}

export function retrieveMethod(call: Call): Stripe.PaymentMethod {
  return methodInPath(call);
}

export function updateMethod(call: Call): Stripe.PaymentMethod {
  const method = methodInPath(call);
  if (method.id.startsWith("card_")) throw invalid("Update a card through its customer's sources.");
  const updated = { ...method, metadata: metadata(call.params, method.metadata) };
  call.desk.shelf.put(updated);
  emit(call.desk, "payment_method.updated", updated, method);
  return updated;
}

export function attachMethod(call: Call): Stripe.PaymentMethod {
  const customer = named(call.desk, "customer", requiredText(call.params, "customer"));
  const { id } = call.path;
  const method = id.startsWith("pm_card_") ? methodNamed(call.desk, id) : methodInPath(call);
  return attach(call.desk, method, customer.id);
}

/** Ties a method to a customer; the bank may refuse it here already. */
export function attach(desk: Desk, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const owner = idOf(method.customer);
  if (owner === customer) return method;
  if (owner || desk.store.note(`detached:${method.id}`)) {
    throw invalid(
      "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
      "payment_method",
    );
  }
  const { attach: refusal } = testCardOf(desk, method.id);
  if (refusal) throw cardProblem(refusal);
  const attached: Stripe.PaymentMethod = { ...method, customer };
  if (attached.card?.checks) attached.card.checks.cvc_check = "pass";
  desk.shelf.put(attached);
  emit(desk, "payment_method.attached", attached);
  return attached;
}

export function detachMethod(call: Call): Stripe.PaymentMethod {
  const { desk } = call;
  const method = methodInPath(call);
  const owner = idOf(method.customer);
  if (!owner)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  const detached = { ...method, customer: null };
  desk.shelf.put(detached);
  desk.store.setNote(`detached:${method.id}`, true);
  const customer = desk.shelf.get("customer", owner);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    customer.invoice_settings.default_payment_method = null;
    desk.shelf.put(customer);
  }
  emit(desk, "payment_method.detached", detached, method);
  return detached;
}

export function listMethods(call: Call): Stripe.ApiList<Stripe.PaymentMethod> {
  const type = text(call.params, "type");
  if (type && type !== "card") return asList(call.url, []);
  return page(call, "payment_method", { customer: "customer" });
}

/** A customer's methods: the attached ones, then the cards kept as sources, seen as methods. */
export function listCustomerMethods(call: Call): Stripe.ApiList<Stripe.PaymentMethod> {
  const customer = named(call.desk, "customer", call.path.id);
  const where = [{ path: "customer", is: customer.id }];
  const methods = call.desk.shelf.find("payment_method", { where });
  const cards = call.desk.shelf.find("card", { where }).map(methodOfCard);
  return asList(call.url, [...methods, ...cards].slice(0, 100));
}

export function retrieveCustomerMethod(call: Call): Stripe.PaymentMethod {
  const method = findMethod(call.desk, call.path.sub);
  if (!method || idOf(method.customer) !== call.path.id) {
    throw noSuch("PaymentMethod", call.path.sub, { path: "payment_method" });
  }
  return method;
}

function methodInPath(call: Call): Stripe.PaymentMethod {
  const method = findMethod(call.desk, call.path.id);
  if (!method) throw noSuch("PaymentMethod", call.path.id, { path: "payment_method" });
  return method;
}
