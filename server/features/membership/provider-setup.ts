import { currency, formatPence } from "@plumbline/contract/money.ts";
import { present } from "@plumbline/contract/present.ts";
import { product } from "@plumbline/contract/product.ts";
import type Stripe from "stripe";
import {
  type CataloguePlan,
  catalogueCode,
  catalogueCoupons,
  cataloguePlans,
  isOurs,
  mark,
} from "./provider-catalogue.ts";

/** One object of the setup and what was done with it. The provider shows `secret` only once. */
export type SetupStep = {
  what: string;
  done: "made" | "adopted" | "mended" | "left as it is";
  secret?: { setting: string; value: string };
};

/** The URL of our webhooks, and the events of our account and of connected accounts that we subscribe to. */
export type WebhookSetup = { url: string } & Readonly<
  Record<"own" | "connected", readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]>
>;

/**
 * Creates or adopts, in the provider's account, what the product needs: products, prices, coupons, the public code and
 * both webhook endpoints (decisions 58 and 59). Idempotent: existing marked objects are left as they are, amounts included;
 * identical unmarked ones are adopted. `report` gets each step as soon as it is done, so that the secret of an endpoint
 * is not lost when a later step fails. Throws the SDK's errors.
 */
export async function setUpProvider(
  stripe: Stripe,
  webhooks: WebhookSetup,
  report: (step: SetupStep) => void = () => {},
): Promise<SetupStep[]> {
  const steps: SetupStep[] = [];
  const add = (step: SetupStep) => {
    steps.push(step);
    report(step);
  };
  const products: Record<string, string> = {};
  for (const plan of cataloguePlans) {
    const made = await setUpPlan(stripe, plan);
    products[plan.interval] = made.productId;
    add(made.step);
  }
  const coupons = { month: "", year: "" };
  for (const interval of ["month", "year"] as const) {
    const made = await setUpCoupon(stripe, interval, present(products[interval], "the product"));
    coupons[interval] = made.id;
    add(made.step);
  }
  add(await setUpCode(stripe, coupons));
  add(await setUpEndpoint(stripe, "account", webhooks.url, webhooks.own));
  add(await setUpEndpoint(stripe, "connect", webhooks.url, webhooks.connected));
  return steps;
}

const wording = ({ unit_amount, recurring }: Stripe.Price) =>
  `${formatPence(unit_amount ?? 0)} a ${recurring?.interval ?? "payment"}`;

async function setUpPlan(stripe: Stripe, plan: CataloguePlan): Promise<{ productId: string; step: SetupStep }> {
  const listed = stripe.prices.list({
    active: true,
    type: "recurring",
    currency,
    limit: 100,
    expand: ["data.product"],
  });
  const found: { price: Stripe.Price; product: Stripe.Product }[] = [];
  for await (const price of listed)
    if (typeof price.product !== "string" && !price.product.deleted && price.product.active)
      found.push({ price, product: price.product });
  const what = (price: Stripe.Price) => `plan ${plan.name}, ${wording(price)}`;

  const ours = found.find(({ price, product }) => price.metadata[mark] === plan.key && product.metadata[mark]);
  if (ours) return { productId: ours.product.id, step: { what: what(ours.price), done: "left as it is" } };

  const same = found.find(
    ({ price, product }) =>
      product.name === plan.name &&
      price.unit_amount === plan.amount &&
      price.recurring?.interval === plan.interval &&
      price.recurring.interval_count === 1,
  );
  if (same) {
    await stripe.products.update(same.product.id, { metadata: { [mark]: plan.key, tag: plan.tag } });
    await stripe.prices.update(same.price.id, { metadata: { [mark]: plan.key } });
    return { productId: same.product.id, step: { what: what(same.price), done: "adopted" } };
  }
  const product = await stripe.products.create({
    name: plan.name,
    description: plan.description,
    marketing_features: plan.benefits.map((name) => ({ name })),
    metadata: { [mark]: plan.key, tag: plan.tag },
  });
  const price = await stripe.prices.create({
    product: product.id,
    currency,
    unit_amount: plan.amount,
    recurring: { interval: plan.interval },
    nickname: plan.name,
    metadata: { [mark]: plan.key },
  });
  return { productId: product.id, step: { what: what(price), done: "made" } };
}

async function setUpCoupon(
  stripe: Stripe,
  interval: "month" | "year",
  productId: string,
): Promise<{ id: string; step: SetupStep }> {
  const what = `coupon of ${catalogueCode} for the ${interval === "month" ? "monthly" : "annual"} plan`;
  for await (const coupon of stripe.coupons.list({ limit: 100 }))
    if (isOurs(coupon) && coupon.metadata?.["plan_interval"] === interval && coupon.valid)
      return { id: coupon.id, step: { what, done: "left as it is" } };
  const coupon = await stripe.coupons.create({
    ...catalogueCoupons[interval],
    name: "Two months on us",
    applies_to: { products: [productId] },
    metadata: { [mark]: catalogueCode, plan_interval: interval },
  });
  return { id: coupon.id, step: { what, done: "made" } };
}

async function setUpCode(stripe: Stripe, coupons: { month: string; year: string }): Promise<SetupStep> {
  const what = `code ${catalogueCode}`;
  const metadata = { [mark]: catalogueCode, ...coupons };
  const [known] = (await stripe.promotionCodes.list({ code: catalogueCode, active: true, limit: 1 })).data;
  if (!known) {
    await stripe.promotionCodes.create({
      code: catalogueCode,
      promotion: { type: "coupon", coupon: coupons.month },
      metadata,
    });
    return { what, done: "made" };
  }
  if (Object.entries(metadata).every(([name, value]) => known.metadata?.[name] === value))
    return { what, done: "left as it is" };
  const done = isOurs(known) ? "mended" : "adopted";
  await stripe.promotionCodes.update(known.id, { metadata });
  return { what, done };
}

const settingOf = { account: "STRIPE_WEBHOOK_SECRET", connect: "STRIPE_CONNECT_WEBHOOK_SECRET" } as const;

/** The API does not say whether an endpoint is a Connect one, so we record it in the endpoint's metadata. */
async function setUpEndpoint(
  stripe: Stripe,
  kind: keyof typeof settingOf,
  url: string,
  events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[],
): Promise<SetupStep> {
  const what = `webhook endpoint for ${kind === "account" ? "our account" : "connected accounts"}, ${url}`;
  const expectedEvents = [...events].sort();
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.metadata[mark] !== kind || endpoint.url !== url) continue;
    if ([...endpoint.enabled_events].sort().join() === expectedEvents.join()) return { what, done: "left as it is" };
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: expectedEvents });
    return { what, done: "mended" };
  }
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: expectedEvents,
    connect: kind === "connect",
    description: `${product}, ${kind === "connect" ? "connected accounts" : "our account"}`,
    metadata: { [mark]: kind },
  });
  return { what, done: "made", ...(secret ? { secret: { setting: settingOf[kind], value: secret } } : {}) };
}
