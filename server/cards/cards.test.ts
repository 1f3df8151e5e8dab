import { paymentConfig } from "@plumbline/contract/membership/contract.ts";
import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import { afterAll, expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { cardAddressesFor } from "./sandbox-proxy.ts";

const keys = {
  secretKey: "sk_test_another",
  publishableKey: "pk_test_another",
  webhookSecret: "whsec_another",
  clientId: "ca_another",
};
const webhook = { url: "http://127.0.0.1:9/", secret: keys.webhookSecret, connectSecret: "whsec_connect" };
const otherSandbox = await startStripeSandbox({ ...keys, host: "127.0.0.1", port: 0, file: ":memory:", webhook });
const { port } = otherSandbox;
afterAll(() => otherSandbox.close());

const server = testServer({
  STRIPE_API_BASE: `http://127.0.0.1:${port}/`,
  STRIPE_SECRET_KEY: keys.secretKey,
  STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
  STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_another_connect",
  STRIPE_CLIENT_ID: keys.clientId,
});

test("decision 58 STRIPE_API_BASE directs the server and the browser to another sandbox, and ours does not start", async () => {
  expect(server.sandbox.stripe).toBeNull();
  const { body } = await server.call(paymentConfig, {});
  expect(body).toMatchObject({
    publishable_key: keys.publishableKey,
    stripe_js_url: `http://127.0.0.1:${port}/stripe.js`,
    mode: "sandbox",
  });
  const customer = await server.context.cards.stripe.customers.create({ email: "somebody@example.test" });
  expect(customer.id).toMatch(/^cus_/);
  const asked = { hostname: "elsewhere.test", host: "elsewhere.test", protocol: "https" } as const;
  const { authorize } = cardAddressesFor(server.context.cards.settings, asked);
  expect(authorize).toBe(`http://127.0.0.1:${port}/oauth/authorize`);
});
