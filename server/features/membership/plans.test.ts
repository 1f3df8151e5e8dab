import { listPlans, subscribe } from "@plumbline/contract/membership/contract.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { jobs } from "../../app.ts";
import { cardToken } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { planCatalogue } from "./schema.ts";

// The plans are the provider's (decision 59), and are read from memory in every process (ADR-019).

const server = testServer({}, { secondProcess: true });
const provider = cardSandbox(server);
let customer: Person;

beforeAll(async () => {
  customer = await makeMember(server.context, "customer");
});
afterEach(() => provider.clearFaults());

/** The prices that each process offers. */
const offered = () =>
  Promise.all(
    [server.url, server.secondProcess.url].map(async (url) => {
      const answer = await fetch(`${url}${listPlans.path}`, { headers: { authorization: `Bearer ${customer.token}` } });
      return ((await answer.json()) as { price_id: string }[]).map(({ price_id }) => price_id);
    }),
  );
const offeredEverywhere = async (price: string) => (await offered()).map((prices) => prices.includes(price));
const newPrice = async () => {
  const { stripe } = server.context.cards;
  const [known] = (await stripe.prices.list({ limit: 1 })).data;
  return stripe.prices.create({
    product: known?.product as string,
    unit_amount: 300_00,
    currency: "gbp",
    recurring: { interval: "month" },
    metadata: { plumbline: "monthly" },
  });
};

test("B-01 decision 59 a price that is made or archived at the provider is offered, or no longer, in every process", async () => {
  const { id } = await newPrice();
  await expect.poll(() => offeredEverywhere(id)).toEqual([true, true]);
  await server.context.cards.stripe.prices.update(id, { active: false });
  await expect.poll(() => offeredEverywhere(id)).toEqual([false, false]);
});

test("B-01 ADR-019 a price whose webhook was lost is offered after the next refresh", async () => {
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  const { id } = await newPrice();
  expect(await offeredEverywhere(id)).toEqual([false, false]);
  await jobs.find(({ name }) => name === "refresh the plans")?.run(server.context);
  await expect.poll(() => offeredEverywhere(id)).toEqual([true, true]);
});

test("B-01 B-06 until the provider has named the plans, reading them says so, and buying one asks for them", async () => {
  // Nothing must read them meanwhile, neither a job nor the read itself.
  await provider.fault({ kind: "500", method: "GET", path: "/v1/prices", times: 1000 });
  await server.context.db.delete(planCatalogue);
  const read = () => server.call(listPlans, {}, customer.token);
  await expect.poll(async () => (await read()).status).toBe(503);
  expect((await read()).headers.get("retry-after")).toBe("5");
  await provider.clearFaults();
  const body = { token: await cardToken(server.context), plan_id: "price_plumbline_monthly" };
  expect((await server.call(subscribe, { body }, customer.token)).body.body.status).toBe("success");
  expect((await read()).status).toBe(200);
});
