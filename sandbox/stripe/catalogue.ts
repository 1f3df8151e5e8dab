import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { decimal } from "./prices.ts";

/** Ids of the seeded catalogue, for code that refers to a plan or a coupon. */
const products = {
  individual: "prod_plumbline_individual",
  monthly: "prod_plumbline_monthly",
  annual: "prod_plumbline_annual",
} as const;

export const prices = {
  individual: "price_plumbline_individual",
  monthly: "price_plumbline_monthly",
  annual: "price_plumbline_annual",
} as const;

/** One public code with two coupons: its metadata names the one for each billing interval. */
export const coupons = { monthly: "twomonths-monthly", annual: "twomonths-annual" } as const;
export const publicCode = "TWOMONTHS";
export const promotionCodes = { twoMonths: "promo_plumbline_twomonths" } as const;

const benefits = [
  "Introductions to vetted advisors, matched to your business",
  "Message and meet advisors before you commit",
  "Engagements agreed, tracked and paid in one place",
  "Members' insights, masterclasses and events",
];

type Entry = {
  key: keyof typeof products;
  name: string;
  description: string;
  amount: number;
  interval: "month" | "year";
  tag: string;
  benefits: string[];
};

const entries: Entry[] = [
  {
    key: "individual",
    name: "Individual",
    description: "For one person; no longer sold.",
    amount: 9900,
    interval: "month",
    tag: "",
    benefits: benefits.slice(0, 2),
  },
  {
    key: "monthly",
    name: "Monthly membership",
    description: "Full access to Plumbline's advisors, paid month by month.",
    amount: 25000,
    interval: "month",
    tag: "Flexible",
    benefits,
  },
  {
    key: "annual",
    name: "Annual membership",
    description: "A year of full access, for the price of ten months.",
    amount: 250000,
    interval: "year",
    tag: "Best value",
    benefits: [...benefits, "Two months free, every year"],
  },
];

/**
 * Seeds an empty sandbox with the product's plans and coupons. An existing catalogue only gets the metadata by which the
 * product recognises its own, which earlier versions did not write.
 */
export function seedCatalogue(context: Context): void {
  if (context.objects.get("product", products.monthly)) {
    markCatalogue(context);
    return;
  }
  for (const entry of entries) seedPlan(context, entry);
  seedCoupon(context, coupons.monthly, "month", { percent_off: 100, duration: "repeating", duration_in_months: 2 });
  seedCoupon(context, coupons.annual, "year", { amount_off: 50000, currency: "gbp", duration: "once" });
  const code: Stripe.PromotionCode = {
    id: promotionCodes.twoMonths,
    object: "promotion_code",
    active: true,
    code: publicCode,
    created: context.clock.now(),
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: { plumbline: publicCode, month: coupons.monthly, year: coupons.annual },
    promotion: { type: "coupon", coupon: coupons.monthly },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  context.objects.put(code);
}

function markCatalogue(context: Context): void {
  for (const { key } of entries) {
    for (const [kind, id] of [
      ["product", products[key]],
      ["price", prices[key]],
    ] as const) {
      const found = context.objects.get(kind, id);
      if (found && !found.metadata["plumbline"])
        context.objects.put({ ...found, metadata: { ...found.metadata, plumbline: key } });
    }
  }
  for (const [kind, id] of [
    ["coupon", coupons.monthly],
    ["coupon", coupons.annual],
    ["promotion_code", promotionCodes.twoMonths],
  ] as const) {
    const found = context.objects.get(kind, id);
    if (found && !found.metadata?.["plumbline"])
      context.objects.put({ ...found, metadata: { ...found.metadata, plumbline: publicCode } });
  }
}

function seedPlan(context: Context, entry: Entry): void {
  const created = context.clock.now();
  const details = { plumbline: entry.key, tag: entry.tag, benefits: JSON.stringify(entry.benefits) };
  context.objects.put({
    id: products[entry.key],
    object: "product",
    active: true,
    created,
    default_price: prices[entry.key],
    description: entry.description,
    images: [],
    livemode: false,
    marketing_features: entry.benefits.map((name) => ({ name })),
    metadata: details,
    name: entry.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  });
  context.objects.put({
    id: prices[entry.key],
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created,
    currency: "gbp",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: entry.key,
    metadata: { plumbline: entry.key },
    nickname: entry.name,
    product: products[entry.key],
    recurring: {
      interval: entry.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: entry.amount,
    unit_amount_decimal: decimal(entry.amount),
  });
}

function seedCoupon(context: Context, id: string, interval: "month" | "year", effect: Partial<Stripe.Coupon>): void {
  const product = interval === "month" ? products.monthly : products.annual;
  context.objects.put({
    id,
    object: "coupon",
    amount_off: null,
    applies_to: { products: [product] },
    created: context.clock.now(),
    currency: null,
    duration: "once",
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: { plumbline: publicCode, plan_interval: interval },
    name: "Two months on us",
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    ...effect,
  });
}
