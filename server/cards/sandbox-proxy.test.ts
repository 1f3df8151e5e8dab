import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();

test("rule 16 the card sandbox's pages and API are below our own address, and what tests do to it is not", async () => {
  const statusOf = async (path: string, method = "GET") =>
    (await fetch(`${server.url}/card-sandbox${path}`, { method })).status;
  expect([await statusOf("/stripe.js"), await statusOf("/v1/charges")]).toEqual([200, 401]);
  for (const path of ["/sandbox/clock", "/%73andbox/clock", "/sandbox/faults", "/sandbox"])
    expect([path, await statusOf(path), await statusOf(path, "POST")]).toEqual([path, 404, 404]);
  expect((await fetch(`${server.sandbox.stripe?.url}/sandbox/clock`)).status).toBe(200);
  const body = new URLSearchParams({
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
  });
  const headers = { authorization: `Bearer ${server.context.cards.settings.publishableKey}` };
  const token = await fetch(`${server.url}/card-sandbox/v1/tokens`, { method: "POST", headers, body });
  expect(await token.json()).toMatchObject({ object: "token", card: { last4: "4242" } });
});

test("decision 48 the card sandbox refuses a compressed body, as everything else that it does not read", async () => {
  const charge = "amount=100&currency=gbp";
  for (const [encoding, body] of [
    ["gzip", gzipSync(charge)],
    ["gzip", charge],
    ["zstd", charge],
  ] as const) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-encoding": encoding };
    const answer = await fetch(`${server.url}/card-sandbox/v1/charges`, { method: "POST", headers, body });
    expect([encoding, answer.status]).toEqual([encoding, 415]);
  }
});
