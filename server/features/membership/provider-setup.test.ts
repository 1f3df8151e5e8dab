import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStripe } from "../../cards/cards.ts";
import { setUpProvider, type WebhookSetup } from "./provider-setup.ts";

const keys = { secretKey: "sk_test_setup", publishableKey: "pk_test_setup", clientId: "ca_setup" };
const webhook = { url: "http://127.0.0.1:9/", secret: "whsec_a", connectSecret: "whsec_b" };
const wanted: WebhookSetup = {
  url: "https://plumbline.example.org/webhooks/stripe",
  own: ["customer.subscription.updated", "charge.refunded"],
  connected: ["account.updated"],
};
let account: Awaited<ReturnType<typeof startStripeSandbox>>;
let stripe: ReturnType<typeof openStripe>;

beforeAll(async () => {
  account = await startStripeSandbox({ ...keys, port: 0, file: ":memory:", webhook, seeded: false });
  stripe = openStripe(keys.secretKey, account.url);
});
afterAll(() => account.close());

const done = async () => (await setUpProvider(stripe, wanted)).map(({ done: what }) => what);
const count = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data.length,
  prices: (await stripe.prices.list({ limit: 100 })).data.length,
  coupons: (await stripe.coupons.list({ limit: 100 })).data.length,
  codes: (await stripe.promotionCodes.list({ limit: 100 })).data.length,
  endpoints: (await stripe.webhookEndpoints.list({ limit: 100 })).data.length,
});

test("decision 59 in an account that sells other things, the setup adopts what is the same, makes the rest, and does so once", async () => {
  const others = await stripe.products.create({ name: "Mugs" });
  await stripe.prices.create({
    product: others.id,
    unit_amount: 900,
    currency: "gbp",
    recurring: { interval: "month" },
  });
  const annual = await stripe.products.create({ name: "Annual membership" });
  const price = await stripe.prices.create({
    product: annual.id,
    unit_amount: 2500_00,
    currency: "gbp",
    recurring: { interval: "year" },
  });
  const steps = await setUpProvider(stripe, wanted);
  expect(steps.map(({ what, done: how }) => `${how}: ${what}`)).toEqual([
    "made: plan Monthly membership, £250.00 a month",
    "adopted: plan Annual membership, £2,500.00 a year",
    "made: coupon of TWOMONTHS for the monthly plan",
    "made: coupon of TWOMONTHS for the annual plan",
    "made: code TWOMONTHS",
    `made: webhook endpoint for our account, ${wanted.url}`,
    `made: webhook endpoint for connected accounts, ${wanted.url}`,
  ]);
  expect(steps.flatMap(({ secret }) => secret?.setting ?? [])).toEqual([
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
  ]);
  expect((await stripe.prices.retrieve(price.id)).metadata["plumbline"]).toBe("annual");
  const before = await count();
  expect(new Set(await done())).toEqual(new Set(["left as it is"]));
  expect(await count()).toEqual(before);
});

test("decision 59 what the owner changed at the provider stays; what is missing or wrong is corrected", async () => {
  const [monthly] = (await stripe.prices.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata["plumbline"] === "monthly",
  );
  const changed = await stripe.prices.create({
    product: monthly?.product as string,
    unit_amount: 260_00,
    currency: "gbp",
    recurring: { interval: "month" },
    metadata: { plumbline: "monthly" },
  });
  await stripe.prices.update(monthly?.id as string, { active: false });
  const [endpoint] = (await stripe.webhookEndpoints.list()).data.filter(
    ({ metadata }) => metadata["plumbline"] === "connect",
  );
  await stripe.webhookEndpoints.update(endpoint?.id as string, { enabled_events: ["charge.refunded"] });
  const [code] = (await stripe.promotionCodes.list({ code: "TWOMONTHS" })).data;
  await stripe.promotionCodes.update(code?.id as string, { metadata: { year: "" } });
  const steps = await setUpProvider(stripe, wanted);
  expect(steps[0]?.what).toBe("plan Monthly membership, £260.00 a month");
  expect(steps.map(({ done: what }) => what)).toEqual([
    "left as it is",
    "left as it is",
    "left as it is",
    "left as it is",
    "mended",
    "left as it is",
    "mended",
  ]);
  expect((await stripe.prices.retrieve(changed.id)).active).toBe(true);
});
