import { expect, it } from "vitest";
import { openSandbox, refusal } from "./testing.ts";

it("objects are searched by fields and metadata, joined by AND or OR, page by page", async () => {
  const { stripe, close } = await openSandbox();
  for (const [name, team] of [
    ["Ada", "red"],
    ["Bo", "red"],
    ["Cy", "blue"],
  ] as const)
    await stripe.customers.create({ name, email: `${name}@example.test`, metadata: { team } });
  const names = async (query: string) => (await stripe.customers.search({ query })).data.map(({ name }) => name).sort();
  expect(await names("metadata['team']:'red'")).toEqual(["Ada", "Bo"]);
  expect(await names('name~"a" AND metadata["team"]:"red"')).toEqual(["Ada"]);
  expect(await names("name:'cy' OR email:'bo@example.test'")).toEqual(["Bo", "Cy"]);
  expect(await names("-metadata['team']:'red'")).toEqual(["Cy"]);
  expect(await names("created>0")).toHaveLength(3);
  expect(await names("phone:null")).toHaveLength(3);
  const all: string[] = [];
  for await (const { id } of stripe.customers.search({ query: "created>0", limit: 1 })) all.push(id);
  expect(new Set(all).size).toBe(3);
  await close();
});

it("a query that cannot be read is refused, and so are mixed joints and a missing query", async () => {
  const { stripe, close } = await openSandbox();
  for (const query of ["name=", "nonsense", "name:'a' AND name:'b' OR name:'c'"])
    expect((await refusal(stripe.customers.search({ query }))).statusCode).toBe(400);
  expect((await refusal(stripe.customers.search({ query: "" }))).statusCode).toBe(400);
  await close();
});

it("a currency that does not exist is refused wherever one is asked for", async () => {
  const { stripe, close } = await openSandbox();
  const product = await stripe.products.create({ name: "Advice" });
  for (const attempt of [
    stripe.prices.create({ product: product.id, unit_amount: 100, currency: "zzz" }),
    stripe.paymentIntents.create({ amount: 100, currency: "zzz" }),
    stripe.coupons.create({ amount_off: 100, currency: "zzz" }),
  ])
    expect((await refusal(attempt)).message).toMatch(/^Invalid currency: zzz/);
  await close();
});
