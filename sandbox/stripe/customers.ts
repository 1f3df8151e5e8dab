import type Stripe from "stripe";
import { type Call, type Context, fromPath } from "./call.ts";
import { cardProblem, findMethod, makeCard, redeemToken, testCardOf } from "./cards.ts";
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

/**
 * POST /v1/customers. Attaches `payment_method` and adds the card of `source`; throws 402 when the test card refuses to
 * be saved.
 */
export function createCustomer(call: Call): Stripe.Customer {
  const { context, params } = call;
  const blank: Stripe.Customer = {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: context.clock.now(),
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
  context.objects.put(customer);
  const method = text(params, "payment_method");
  if (method) attachFirst(context, method, customer.id);
  customer = withDefaultMethod(context, customer, params);
  const source = text(params, "source");
  if (source) customer = { ...customer, default_source: addCard(context, customer.id, source).id };
  context.objects.put(customer);
  emit(context, "customer.created", customer);
  return customer;
}

/** A new `source` replaces the default card; past-due invoices are then collected at once. */
export function updateCustomer(call: Call): Stripe.Customer {
  const { context, params } = call;
  const before = fromPath(call, "customer");
  let customer = withDefaultMethod(context, withFields(before, params), params);
  const chosen = text(params, "default_source");
  if (chosen) {
    const card = context.objects.get("card", chosen);
    if (!card || idOf(card.customer) !== customer.id) throw noSuch("source", chosen, { body: "default_source" });
    customer = { ...customer, default_source: card.id };
  }
  const source = text(params, "source");
  if (source) {
    const card = addCard(context, customer.id, source);
    const replaced = idOf(before.default_source);
    if (replaced) removeCard(context, replaced);
    customer = { ...customer, default_source: card.id };
  }
  context.objects.put(customer);
  emit(context, "customer.updated", customer, before);
  if (source) retryPastDue(context, customer.id);
  return context.objects.get("customer", customer.id) ?? customer;
}

/** GET /v1/customers/:id. A deleted customer answers `deleted: true`; throws 404 for an id that never was. */
export function retrieveCustomer(call: Call): Stripe.Customer | Stripe.DeletedCustomer {
  if (call.context.store.note(`deleted:${call.path.id}`))
    return { id: call.path.id, object: "customer", deleted: true };
  return fromPath(call, "customer");
}

/** GET /v1/customers, by e-mail, without the deleted ones. */
export function listCustomers(call: Call): Stripe.ApiList<Stripe.Customer> {
  return page(call, "customer", { email: "email" });
}

/** DELETE /v1/customers/:id. Cancels their subscriptions at once. Throws 404 for an unknown or deleted one. */
export function deleteCustomer(call: Call): Stripe.DeletedCustomer {
  const { context } = call;
  const customer = fromPath(call, "customer");
  for (const one of context.objects.find("subscription", { where: [{ path: "customer", is: customer.id }] })) {
    if (one.status !== "canceled" && one.status !== "incomplete_expired") endSubscription(context, one);
  }
  context.objects.remove(customer.id);
  context.store.setNote(`deleted:${customer.id}`, true);
  emit(context, "customer.deleted", customer);
  return { id: customer.id, object: "customer", deleted: true };
}

/** POST /v1/customers/{id}/sources adds a card without replacing one. */
export function createSource(call: Call): Stripe.Card {
  const { context, params } = call;
  const customer = fromPath(call, "customer");
  const source = text(params, "source");
  if (!source) throw invalid("Missing required param: source.", "source", "parameter_missing");
  const card = addCard(context, customer.id, source);
  if (!customer.default_source) context.objects.put({ ...customer, default_source: card.id });
  return card;
}

/** GET /v1/customers/:id/sources: the customer's cards. */
export function listSources(call: Call): Stripe.ApiList<Stripe.Card> {
  const customer = fromPath(call, "customer");
  return page(call, "card", {}, [{ path: "customer", is: customer.id }]);
}

/** GET /v1/customers/:id/sources/:sub. Throws 404 for a card that is not this customer's. */
export function retrieveSource(call: Call): Stripe.Card {
  const card = call.context.objects.get("card", call.path.sub);
  if (!card || idOf(card.customer) !== call.path.id) throw noSuch("source", call.path.sub, { path: "id" });
  return card;
}

/**
 * DELETE /v1/customers/:id/sources/:sub. Another of the customer's cards becomes the default, if the deleted one was
 * it.
 */
export function deleteSource(call: Call): Stripe.DeletedCard {
  const { context } = call;
  const customer = fromPath(call, "customer");
  const card = retrieveSource(call);
  removeCard(context, card.id);
  if (customer.default_source === card.id) {
    const [next] = context.objects.find("card", { where: [{ path: "customer", is: customer.id }], limit: 1 });
    context.objects.put({ ...customer, default_source: next?.id ?? null });
  }
  return { id: card.id, object: "card", deleted: true };
}

function addCard(context: Context, customer: string, source: string): Stripe.Card {
  const held = source.startsWith("card_") ? context.objects.get("card", source) : undefined;
  if (held && idOf(held.customer) === customer) return held;
  const card = makeCard(context, redeemToken(context, source), customer);
  const { attach: refusal } = testCardOf(context, card.id);
  if (refusal) throw cardProblem(refusal);
  context.objects.put(card);
  emit(context, "customer.source.created", card);
  return card;
}

function removeCard(context: Context, id: string): void {
  const card = context.objects.get("card", id);
  if (!card) return;
  context.objects.remove(id);
  emit(context, "customer.source.deleted", card);
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

function withDefaultMethod(context: Context, customer: Stripe.Customer, params: Form): Stripe.Customer {
  const settings = group(params, "invoice_settings");
  const chosen = settings && text(settings, "default_payment_method");
  if (chosen === undefined) return customer;
  const param = "invoice_settings[default_payment_method]";
  if (chosen !== null) {
    const method = findMethod(context, chosen);
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

function attachFirst(context: Context, id: string, customer: string): void {
  const method = findMethod(context, id);
  if (!method) throw noSuch("PaymentMethod", id, { body: "payment_method" });
  attach(context, method, customer);
}
