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
});
