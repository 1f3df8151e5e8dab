import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { portOf } from "./port-of.ts";
import { keys, openReceiver, openSandbox, refusal } from "./testing.ts";

it("a delivery is signed as the SDK verifies it, and a changed body is not", async () => {
  const context = await openSandbox();
  await context.stripe.customers.create({ name: "Signed" });
  const [delivery] = await context.receiver.until("customer.created");
  if (!delivery) throw new Error("nothing was delivered");
  const { body, signature } = delivery;
  const read = (text: string, secret: string) => context.stripe.webhooks.constructEvent(text, signature, secret);
  expect(() => read(body.replace("Signed", "Forged"), keys.webhookSecret)).toThrow(/signature/i);
  expect(() => read(body, "whsec_other")).toThrow(/signature/i);
  const event = read(body, keys.webhookSecret);
  expect(event).toMatchObject({ type: "customer.created", api_version: "2026-10-28.endive", livemode: false });
  expect((await context.stripe.events.retrieve(event.id)).id).toBe(event.id);
  await context.close();
});

it("what concerns a connected account comes signed with the other secret, and nothing comes twice", async () => {
  const context = await openSandbox();
  const account = await context.stripe.accounts.create({ type: "express", country: "GB", email: "a@b.test" });
  await context.stripe.customers.create({ name: "Own" });
  const [own] = await context.receiver.until("customer.created");
  await context.stripe.accounts.update(account.id, { email: "b@b.test" });
  const [connected] = await context.receiver.until("account.updated");
  const opens = (one: typeof own, secret: string) => {
    try {
      return context.stripe.webhooks.constructEvent(one?.body ?? "", one?.signature ?? "", secret).account ?? "our own";
    } catch {
      return "not signed with it";
    }
  };
  expect(opens(own, keys.webhookSecret)).toBe("our own");
  expect(opens(own, keys.connectWebhookSecret)).toBe("not signed with it");
  expect(opens(connected, keys.connectWebhookSecret)).toBe(account.id);
  expect(opens(connected, keys.webhookSecret)).toBe("not signed with it");
  expect(context.receiver.received.filter(({ event }) => event.type === "customer.created")).toHaveLength(1);
  await context.close();
});

it("a refused delivery is tried again under the same id", async () => {
  const context = await openSandbox();
  context.receiver.answers.push(500);
  await context.stripe.customers.create({ name: "Twice" });
  const deliveries = await context.receiver.until("customer.created", 2);
  expect(new Set(deliveries.map((one) => one.event.id)).size).toBe(1);
  await context.close();
});

it("an event can be delivered again on demand, and a dropped one is lost until then", async () => {
  const context = await openSandbox();
  await context.post("/sandbox/faults", { kind: "drop_webhooks", times: 1 });
  const customer = await context.stripe.customers.create({ name: "Lost" });
  await context.stripe.customers.update(customer.id, { name: "Found" });
  const [updated] = await context.receiver.until("customer.updated");
  expect(updated?.event.data.previous_attributes).toEqual({ name: "Lost" });
  expect(context.receiver.received.some((one) => one.event.type === "customer.created")).toBe(false);
  const [event] = (await context.stripe.events.list({ type: "customer.created" })).data;
  await context.post(`/sandbox/events/${event?.id}/redeliver`, {});
  const [late] = await context.receiver.until("customer.created");
  expect(late?.event.id).toBe(event?.id);
  await context.close();
});

/** An endpoint that does something before it answers its first delivery, and the ids of the events it has received. */
async function openSlowEndpoint(beforeAnswer: (first: Stripe.Event) => Promise<unknown>) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = JSON.parse(Buffer.concat(chunks).toString()) as Stripe.Event;
    received.push(event.id);
    if (received.length === 1) await beforeAnswer(event);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, received, close: () => void server.close() };
}

it("an event that is asked for again while it is being delivered is delivered once more", async () => {
  const endpoint = await openSlowEndpoint(({ id }) => context.post(`/sandbox/events/${id}/redeliver`, {}));
  const context = await openSandbox({ url: endpoint.url });
  await context.stripe.customers.create({ name: "Twice" });
  await expect.poll(() => endpoint.received).toHaveLength(2);
  expect(endpoint.received[1]).toBe(endpoint.received[0]);
  await context.close();
  endpoint.close();
});

it("a webhook that was dropped behind another stays lost when the fault is cleared", async () => {
  const endpoint = await openSlowEndpoint(async () => {
    await context.post("/sandbox/faults", { kind: "drop_webhooks", times: 10 });
    await context.stripe.customers.create({ name: "Lost" });
    await fetch(`${context.sandbox.url}/sandbox/faults`, { method: "DELETE" });
    await context.stripe.customers.create({ name: "Last" });
  });
  const context = await openSandbox({ url: endpoint.url });
  await context.stripe.customers.create({ name: "First" });
  await expect.poll(() => endpoint.received.length).toBeGreaterThan(1);
  const [last, , first] = (await context.stripe.events.list({ type: "customer.created" })).data;
  expect(endpoint.received).toEqual([first?.id, last?.id]);
  await context.close();
  endpoint.close();
});

it("what happened in a past that counts as told is listed, and delivered to nobody", async () => {
  const context = await openSandbox();
  const now = Math.floor(Date.now() / 1000);
  await context.post("/sandbox/past", { at: now - 30 * 86_400, told: true });
  const old = await context.stripe.customers.create({ email: "old@example.test" });
  await context.post("/sandbox/past", { at: null });
  const recent = await context.stripe.customers.create({ email: "recent@example.test" });
  const told = await context.receiver.until("customer.created");
  expect(told.map(({ event }) => (event.data.object as { id: string }).id)).toEqual([recent.id]);
  const { data } = await context.stripe.events.list({ type: "customer.created" });
  expect(data.map((event) => (event.data.object as { id: string }).id)).toEqual([recent.id, old.id]);
  await context.close();
});

it("what was not delivered before a restart is delivered after it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
  const file = join(folder, "stripe.sqlite");
  const closed = await openReceiver();
  await closed.close();
  const before = await openSandbox({ file, url: closed.url });
  await before.stripe.customers.create({ name: "Patient" });
  await before.close();
  const after = await openSandbox({ file });
  await after.receiver.until("customer.created");
  await after.close();
  rmSync(folder, { recursive: true });
});

it("the configured endpoint may move while deliveries wait", async () => {
  const context = await openSandbox();
  context.receiver.answers.push(500);
  await context.stripe.customers.create({ name: "Moved" });
  await context.receiver.until("customer.created");
  const later = await openReceiver();
  context.sandbox.deliverTo(later.url);
  await later.until("customer.created");
  await context.close();
  await later.close();
});

it("a payment that was rolled back sends no event", async () => {
  const context = await openSandbox();
  const customer = await context.stripe.customers.create({ source: "tok_chargeCustomerFail" });
  await refusal(
    context.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: "price_plumbline_monthly" }],
      payment_behavior: "error_if_incomplete",
    }),
  );
  const types = (await context.stripe.events.list({ limit: 100 })).data.map((one) => one.type);
  expect(types).not.toContain("customer.subscription.created");
  await context.close();
});
