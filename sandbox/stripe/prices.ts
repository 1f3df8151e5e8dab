import type Stripe from "stripe";
import { type Call, fromPath, requireObject } from "./call.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { asList, page } from "./lists.ts";
import {
  currencyOf,
  flag,
  group,
  groups,
  integer,
  metadata,
  oneOf,
  requiredInteger,
  requiredText,
  text,
} from "./params.ts";
import { invalid, missing, noSuch } from "./problems.ts";

/** Decimals are sent as text; the SDK's type says Decimal because its client turns them into one. */
export function decimal(pence: number): Stripe.Decimal {
  // On the way to the client it is a text, whatever it will be there.
  return String(pence) as unknown as Stripe.Decimal;
}

/** POST /v1/products. Throws 400 without a name and for an id in use. */
export function createProduct(call: Call): Stripe.Product {
  const { context, params } = call;
  const product: Stripe.Product = {
    id: text(params, "id") ?? newId("prod", 14),
    object: "product",
    active: flag(params, "active") ?? true,
    created: context.clock.now(),
    default_price: null,
    description: text(params, "description") ?? null,
    images: [],
    livemode: false,
    marketing_features: (groups(params, "marketing_features") ?? []).map((one) => ({
      name: requiredText(one, "name"),
    })),
    metadata: metadata(params),
    name: requiredText(params, "name"),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: context.clock.now(),
    url: null,
  };
  if (context.objects.get("product", product.id)) {
    throw invalid("Product already exists.", "id", "resource_already_exists");
  }
  context.objects.put(product);
  emit(context, "product.created", product);
  return product;
}

/** POST /v1/products/:id. Throws 404 for an unknown id. */
export function updateProduct(call: Call): Stripe.Product {
  const { params } = call;
  const before = fromPath(call, "product");
  const description = text(params, "description");
  const product: Stripe.Product = {
    ...before,
    name: text(params, "name") ?? before.name,
    active: flag(params, "active") ?? before.active,
    default_price: text(params, "default_price") ?? before.default_price ?? null,
    ...(params.marketing_features !== undefined && {
      marketing_features: (groups(params, "marketing_features") ?? []).map((one) => ({
        name: requiredText(one, "name"),
      })),
    }),
    ...(description !== undefined && { description }),
    metadata: metadata(params, before.metadata),
    updated: call.context.clock.now(),
  };
  call.context.objects.put(product);
  emit(call.context, "product.updated", product, before);
  return product;
}

/** GET /v1/products/:id. Throws 404 for an unknown id. */
export const retrieveProduct = (call: Call): Stripe.Product => fromPath(call, "product");
/** GET /v1/products, by active. */
export const listProducts = (call: Call) => page(call, "product", { active: "active" });

/** POST /v1/prices. `unit_amount` is in pence. Throws 400 for an unknown product or currency. */
export function createPrice(call: Call): Stripe.Price {
  const { context, params } = call;
  const recurring = group(params, "recurring");
  const amount = requiredInteger(params, "unit_amount");
  const price: Stripe.Price = {
    id: newId("price"),
    object: "price",
    active: flag(params, "active") ?? true,
    billing_scheme: "per_unit",
    created: context.clock.now(),
    currency: currencyOf(params),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: text(params, "lookup_key") ?? null,
    metadata: metadata(params),
    nickname: text(params, "nickname") ?? null,
    product: requireObject(context, "product", requiredText(params, "product")).id,
    recurring: recurring ? recurringOf(recurring) : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? "recurring" : "one_time",
    unit_amount: amount,
    unit_amount_decimal: decimal(amount),
  };
  context.objects.put(price);
  emit(context, "price.created", price);
  return price;
}

function recurringOf(form: NonNullable<ReturnType<typeof group>>): Stripe.Price.Recurring {
  const interval = oneOf(form, "interval", ["day", "week", "month", "year"]);
  if (!interval) throw missing("recurring[interval]");
  return {
    interval,
    interval_count: integer(form, "interval_count", "recurring[interval_count]") ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/**
 * POST /v1/prices/:id. Changes active, nickname and metadata; an amount never changes. Throws 404 for an unknown id.
 */
export function updatePrice(call: Call): Stripe.Price {
  const { params } = call;
  const before = fromPath(call, "price");
  const nickname = text(params, "nickname");
  const price: Stripe.Price = {
    ...before,
    active: flag(params, "active") ?? before.active,
    ...(nickname !== undefined && { nickname }),
    metadata: metadata(params, before.metadata),
  };
  call.context.objects.put(price);
  emit(call.context, "price.updated", price, before);
  return price;
}

/** GET /v1/prices/:id. Throws 404 for an unknown id. */
export const retrievePrice = (call: Call): Stripe.Price => fromPath(call, "price");

/** GET /v1/prices, by active, product, type and currency. */
export function listPrices(call: Call): Stripe.ApiList<Stripe.Price> {
  return page(call, "price", { active: "active", product: "product", type: "type", currency: "currency" });
}

/** The legacy view of a recurring price; the same id works for both. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/**
 * GET /v1/plans/:id: the older shape of a recurring price. Throws 404 for an unknown id and for a price that is paid
 * once.
 */
export function retrievePlan(call: Call): Stripe.Plan {
  const price = call.context.objects.get("price", call.path.id);
  if (!price?.recurring) throw noSuch("plan", call.path.id, { path: "plan" });
  return planOf(price);
}

/** GET /v1/plans, by active and product. */
export function listPlans(call: Call): Stripe.ApiList<Stripe.Plan> {
  const found = page(call, "price", { active: "active", product: "product" }, [{ path: "type", is: "recurring" }]);
  return asList(call.url, found.data.map(planOf), found.has_more);
}
