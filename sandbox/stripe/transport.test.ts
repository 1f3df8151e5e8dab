import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prices } from "./catalogue.ts";
import { parseForm } from "./form.ts";
import { clientOf, keys, openSandbox, refusal } from "./testing.ts";

let context: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  context = await openSandbox();
});
afterAll(() => context.close());

describe("keys", () => {
  it("B-12 a wrong key is refused", async () => {
    const error = await refusal(clientOf(context.sandbox, "sk_test_wrong_key_1234").customers.list());
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
  });

  it("W-06 the publishable key reads no customers", async () => {
    const error = await refusal(clientOf(context.sandbox, keys.publishableKey).customers.list());
    expect(error).toMatchObject({ type: "StripePermissionError", code: "secret_key_required" });
  });

  it("an unconnected account cannot be acted for", async () => {
    const error = await refusal(context.stripe.customers.list({}, { stripeAccount: "acct_stranger" }));
    expect(error).toMatchObject({ statusCode: 403, code: "account_invalid" });
  });

  it("an unknown address answers as Stripe does", async () => {
    const answer = await fetch(`${context.sandbox.url}/v1/nothing`);
    expect(answer.status).toBe(404);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toContain("Unrecognized request URL (GET: /v1/nothing)");
  });
});

describe("parameters", () => {
  it("an older version's parameter is unknown", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_visa" });
    const params = { customer: customer.id, items: [{ price: prices.monthly }], coupon: "x" };
    expect(await refusal(context.stripe.subscriptions.create(params as never))).toMatchObject({
      code: "parameter_unknown",
      param: "coupon",
    });
  });

  it("a missing one and a mistyped one are named", async () => {
    expect(await refusal(context.stripe.paymentIntents.create({ amount: 100 } as never))).toMatchObject({
      code: "parameter_missing",
      param: "currency",
    });
    const typed = context.stripe.paymentIntents.create({ amount: "ten" as never, currency: "gbp" });
    expect(await refusal(typed)).toMatchObject({ code: "parameter_invalid_integer", param: "amount" });
  });

  it("metadata has limits, and an empty value removes a key", async () => {
    const customer = await context.stripe.customers.create({ metadata: { a: "1", b: "2" } });
    const changed = await context.stripe.customers.update(customer.id, { metadata: { a: "", c: "3" } });
    expect(changed.metadata).toEqual({ b: "2", c: "3" });
    await refusal(context.stripe.customers.update(customer.id, { metadata: { ["k".repeat(41)]: "x" } }));
  });

  it("nested names are read raw and encoded, and cannot reach a prototype", () => {
    expect(parseForm("items[0][price]=p&items%5B1%5D%5Bprice%5D=q&expand[]=x&expand[]=y")).toEqual({
      items: { "0": { price: "p" }, "1": { price: "q" } },
      expand: { "0": "x", "1": "y" },
    });
    parseForm("__proto__[polluted]=yes&a[__proto__][polluted]=yes");
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it("a name of many brackets is read at once, and more than a thousand parameters are refused", () => {
    expect(Object.keys(parseForm(`card${"[".repeat(200_000)}`))).toEqual(["card"]);
    expect(Object.keys(parseForm(Array(1000).fill("a[]").join("&"))["a"] ?? {})).toHaveLength(1000);
    expect(() => parseForm("a[]&".repeat(200_000))).toThrow("at most 1000 parameters");
  });
});

describe("lists and expanding", () => {
  it("B-01 plans are listed with their products", async () => {
    const { data } = await context.stripe.prices.list({ active: true, expand: ["data.product"] });
    const shown = data.map((one) => [(one.product as { name: string }).name, one.unit_amount, one.recurring?.interval]);
    expect(shown).toEqual([
      ["Annual membership", 250000, "year"],
      ["Monthly membership", 25000, "month"],
      ["Individual", 9900, "month"],
    ]);
    expect((await context.stripe.plans.list()).data.map((one) => one.amount)).toEqual([250000, 25000, 9900]);
  });

  it("pages go newest first, without gaps or repeats", async () => {
    const email = "pages@example.test";
    for (let n = 0; n < 5; n += 1) await context.stripe.customers.create({ email, name: `n${n}` });
    const first = await context.stripe.customers.list({ email, limit: 2 });
    expect(first.has_more).toBe(true);
    const all = await context.stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map((one) => one.name)).toEqual(["n4", "n3", "n2", "n1", "n0"]);
    const back = await context.stripe.customers.list({ email, limit: 2, ending_before: all[3]?.id ?? "" });
    expect(back.data.map((one) => one.name)).toEqual(["n3", "n2"]);
    expect(await refusal(context.stripe.customers.list({ starting_after: "cus_none" }))).toMatchObject({
      code: "resource_missing",
    });
  });

  it("what cannot be expanded is a 400, also the invoice's old payment_intent", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_visa" });
    const error = await refusal(
      context.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: prices.monthly }],
        expand: ["latest_invoice.payment_intent"],
      }),
    );
    expect(error.message).toContain("cannot be expanded");
    expect((await context.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  });
});

describe("idempotency keys", () => {
  it("I-12 the same key makes one payment and replays its answer", async () => {
    const params = { amount: 5000, currency: "gbp", payment_method: "pm_card_visa", confirm: true };
    const first = await context.stripe.paymentIntents.create(params, { idempotencyKey: "attempt-1" });
    const second = await context.stripe.paymentIntents.create(params, { idempotencyKey: "attempt-1" });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  it("a decline is replayed too, with its charge", async () => {
    const params = { amount: 5000, currency: "gbp", payment_method: "pm_card_visa_chargeDeclined", confirm: true };
    const first = await refusal(context.stripe.paymentIntents.create(params, { idempotencyKey: "declined-1" }));
    const second = await refusal(context.stripe.paymentIntents.create(params, { idempotencyKey: "declined-1" }));
    expect(second).toMatchObject({ code: "card_declined", charge: first.charge });
    expect(first.charge).toMatch(/^ch_/);
  });

  it("the same key for another request is an idempotency error", async () => {
    await context.stripe.customers.create({ name: "A" }, { idempotencyKey: "one" });
    const error = await refusal(context.stripe.customers.create({ name: "B" }, { idempotencyKey: "one" }));
    expect(error.type).toBe("StripeIdempotencyError");
  });

  it("a refused parameter does not burn the key", async () => {
    await refusal(context.stripe.customers.create({ nonsense: "x" } as never, { idempotencyKey: "again" }));
    expect((await context.stripe.customers.create({ name: "Fine" }, { idempotencyKey: "again" })).name).toBe("Fine");
  });

  it("a key that is still at work answers 409", async () => {
    // Far longer than the second request takes, also on a busy machine.
    await context.post("/sandbox/faults", { kind: "slow", path: "/v1/customers", delay_ms: 3000 });
    const create = () => context.stripe.customers.create({ name: "Slow" }, { idempotencyKey: "busy" });
    const first = create();
    // Whoever has taken the fault is at work.
    await expect.poll(() => context.get("/sandbox/faults")).toEqual({ faults: [] });
    expect(await refusal(create())).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    await first;
  });
});

describe("ordered failures", () => {
  it("a time-out after the work: the retry with the same key finds it done once", async () => {
    await context.post("/sandbox/faults", {
      kind: "timeout_after",
      method: "POST",
      path: "/v1/payment_intents",
      times: 1,
    });
    const patient = clientOf(context.sandbox, keys.secretKey, 2);
    const made = await patient.paymentIntents.create(
      { amount: 7700, currency: "gbp", payment_method: "pm_card_visa", confirm: true },
      { idempotencyKey: "lost-answer" },
    );
    expect(made.status).toBe("succeeded");
    const charges = (await context.stripe.charges.list({ limit: 100 })).data.filter((one) => one.amount === 7700);
    expect(charges).toHaveLength(1);
  });

  it("an outage does nothing and is not kept", async () => {
    await context.post("/sandbox/faults", { kind: "500", path: "/v1/customers" });
    const error = await refusal(context.stripe.customers.create({ name: "Later" }, { idempotencyKey: "outage" }));
    expect(error).toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    expect((await context.stripe.customers.create({ name: "Later" }, { idempotencyKey: "outage" })).name).toBe("Later");
  });
});

it("I-12 what was answered survives kill -9", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
  const file = join(folder, "stripe.sqlite");
  const settings = {
    port: 0,
    file,
    ...keys,
    webhook: { url: "http://127.0.0.1:9/", secret: keys.webhookSecret, connectSecret: keys.connectWebhookSecret },
  };
  const program = `
    import { startStripeSandbox } from ${JSON.stringify(new URL("./start.ts", import.meta.url).href)};
    const { port } = await startStripeSandbox(${JSON.stringify(settings)});
    console.log(port);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve) => child.stdout.once("data", (line) => resolve(Number(line))));
  const stripe = new Stripe(keys.secretKey, { host: "127.0.0.1", port, protocol: "http" });
  const params = { amount: 8800, currency: "gbp", payment_method: "pm_card_visa", confirm: true };
  const paid = await stripe.paymentIntents.create(params, { idempotencyKey: "before-the-kill" });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  const after = await openSandbox({ file });
  const again = await after.stripe.paymentIntents.create(params, { idempotencyKey: "before-the-kill" });
  expect(again.id).toBe(paid.id);
  await after.receiver.until("payment_intent.succeeded");
  await after.close();
  rmSync(folder, { recursive: true });
});

it("a restart on the same file finds everything, the moved clock too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
  const file = join(folder, "stripe.sqlite");
  const before = await openSandbox({ file });
  const customer = await before.stripe.customers.create({ name: "Kept", source: "tok_visa" });
  const { now } = (await before.post("/sandbox/clock", { advance_seconds: 86_400 })) as { now: number };
  await before.close();
  const after = await openSandbox({ file });
  expect((await after.stripe.customers.retrieve(customer.id)) as object).toMatchObject({ name: "Kept" });
  expect(((await after.get("/sandbox/clock")) as { now: number }).now).toBeGreaterThanOrEqual(now);
  expect((await after.stripe.products.list()).data).toHaveLength(3);
  await after.close();
  rmSync(folder, { recursive: true });
});
