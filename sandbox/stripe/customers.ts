import type Stripe from "stripe";
import { type Call, type Desk, fromPath } from "./call.ts";
import { cardProblem, findMethod, makeCard, spendToken, testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { retryPastDue } from "./invoicing.ts";
import { page } from "./lists.ts";
import { address, group, integer, metadata, text } from "./params.ts";
import { attach } from "./payment-methods.ts";
import { invalid, noSuch } from "./problems.ts";
import { endSubscription } from "./subscription-state.ts";

const plain = ["email", "name", "description", "phone"] as const;

export function createCustomer(call: Call): Stripe.Customer {
  const { desk, params } = call;
  const blank: Stripe.Customer = {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: desk.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: newId("x", 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  let customer = withFields(blank, params);
  desk.shelf.put(customer);
  const method = text(params, "payment_method");
  if (method) attachFirst(desk, method, customer.id);
  customer = withDefaultMethod(desk, customer, params);
  const source = text(params, "source");
  if (source) customer = { ...customer, default_source: addCard(desk, customer.id, source).id };
  desk.shelf.put(customer);
  emit(desk, "customer.created", customer);
  return customer;
}

/** A new `source` becomes the default and removes the card that was; past-due invoices are tried again at once. */
export function updateCustomer(call: Call): Stripe.Customer {
  const { desk, params } = call;
  const before = fromPath(call, "customer");
  let customer = withDefaultMethod(desk, withFields(before, params), params);
  const chosen = text(params, "default_source");
  if (chosen) {
    const card = desk.shelf.get("card", chosen);
    if (!card || idOf(card.customer) !== customer.id) throw noSuch("source", chosen, { body: "default_source" });
    customer = { ...customer, default_source: card.id };
  }
  const source = text(params, "source");
  if (source) {
    const card = addCard(desk, customer.id, source);
    const replaced = idOf(before.default_source);
    if (replaced) removeCard(desk, replaced);
    customer = { ...customer, default_source: card.id };
  }
  desk.shelf.put(customer);
  emit(desk, "customer.updated", customer, before);
  if (source) retryPastDue(desk, customer.id);
  return desk.shelf.get("customer", customer.id) ?? customer;
}

export function retrieveCustomer(call: Call): Stripe.Customer | Stripe.DeletedCustomer {
  if (call.desk.store.note(`deleted:${call.path.id}`)) return { id: call.path.id, object: "customer", deleted: true };
  return fromPath(call, "customer");
}

export function listCustomers(call: Call): Stripe.ApiList<Stripe.Customer> {
  return page(call, "customer", { email: "email" });
}

export function deleteCustomer(call: Call): Stripe.DeletedCustomer {
  const { desk } = call;
  const customer = fromPath(call, "customer");
  for (const one of desk.shelf.find("subscription", { where: [{ path: "customer", is: customer.id }] })) {
    if (one.status !== "canceled" && one.status !== "incomplete_expired") endSubscription(desk, one);
  }
  desk.shelf.remove(customer.id);
  desk.store.setNote(`deleted:${customer.id}`, true);
  emit(desk, "customer.deleted", customer);
  return { id: customer.id, object: "customer", deleted: true };
}

/** POST /v1/customers/{id}/sources adds a card and replaces none. */
export function createSource(call: Call): Stripe.Card {
  const { desk, params } = call;
  const customer = fromPath(call, "customer");
  const source = text(params, "source");
  if (!source) throw invalid("Missing required param: source.", "source", "parameter_missing");
  const card = addCard(desk, customer.id, source);
  if (!customer.default_source) desk.shelf.put({ ...customer, default_source: card.id });
  return card;
}

export function listSources(call: Call): Stripe.ApiList<Stripe.Card> {
  const customer = fromPath(call, "customer");
  return page(call, "card", {}, [{ path: "customer", is: customer.id }]);
}

export function retrieveSource(call: Call): Stripe.Card {
  const card = call.desk.shelf.get("card", call.path.sub);
  if (!card || idOf(card.customer) !== call.path.id) throw noSuch("source", call.path.sub, { path: "id" });
  return card;
}

export function deleteSource(call: Call): Stripe.DeletedCard {
  const { desk } = call;
  const customer = fromPath(call, "customer");
  const card = retrieveSource(call);
  removeCard(desk, card.id);
  if (customer.default_source === card.id) {
    const [next] = desk.shelf.find("card", { where: [{ path: "customer", is: customer.id }], limit: 1 });
    desk.shelf.put({ ...customer, default_source: next?.id ?? null });
  }
  return { id: card.id, object: "card", deleted: true };
}

function addCard(desk: Desk, customer: string, source: string): Stripe.Card {
  const held = source.startsWith("card_") ? desk.shelf.get("card", source) : undefined;
  if (held && idOf(held.customer) === customer) return held;
  const card = makeCard(desk, spendToken(desk, source), customer);
  const { attach: refusal } = testCardOf(desk, card.id);
  if (refusal) throw cardProblem(refusal);
  desk.shelf.put(card);
  emit(desk, "customer.source.created", card);
  return card;
}

function removeCard(desk: Desk, id: string): void {
  const card = desk.shelf.get("card", id);
  if (!card) return;
  desk.shelf.remove(id);
  emit(desk, "customer.source.deleted", card);
}

function withFields(customer: Stripe.Customer, params: Form): Stripe.Customer {
  const changed = { ...customer, metadata: metadata(params, customer.metadata) };
  for (const name of plain) {
    const value = text(params, name);
    if (value !== undefined) changed[name] = value;
  }
  const balance = integer(params, "balance");
  if (balance !== undefined) changed.balance = balance;
  if (params.address !== undefined) changed.address = address(group(params, "address"));
  return changed;
}

function withDefaultMethod(desk: Desk, customer: Stripe.Customer, params: Form): Stripe.Customer {
  const settings = group(params, "invoice_settings");
  const chosen = settings && text(settings, "default_payment_method");
  if (chosen === undefined) return customer;
  const param = "invoice_settings[default_payment_method]";
  if (chosen !== null) {
    const method = findMethod(desk, chosen);
    if (!method) throw noSuch("PaymentMethod", chosen, { body: param });
    if (idOf(method.customer) !== customer.id) {
      throw invalid(
        `The customer does not have a payment method with the ID ${chosen}. The payment method must be attached to the customer.`,
        param,
        "resource_missing",
      );
    }
  }
  return { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method: chosen } };
}

function attachFirst(desk: Desk, id: string, customer: string): void {
  const method = findMethod(desk, id);
  if (!method) throw noSuch("PaymentMethod", id, { body: "payment_method" });
  attach(desk, method, customer);
}
