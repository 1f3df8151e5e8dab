import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coupons, prices, promotionCodes, publicCode } from "./catalogue.ts";
import { openSandbox, refusal } from "./testing.ts";

const day = 86_400;
let context: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  context = await openSandbox();
});
afterAll(() => context.close());

async function subscribe(source: string, extra: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await context.stripe.customers.create({ source });
  const subscription = await context.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.monthly }],
    expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments.data.payment.payment_intent"],
    ...extra,
  });
  return { customer, subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
}

const advance = (seconds: number) => context.post("/sandbox/clock", { advance_seconds: seconds });
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;
const totals = async (subscription: string) =>
  (await context.stripe.invoices.list({ subscription, limit: 20 })).data
    .map((one) => [one.total, one.status])
    .reverse();

describe("subscribing", () => {
  it("B-06 error_if_incomplete leaves nothing behind", async () => {
    const customer = await context.stripe.customers.create({ source: "tok_chargeCustomerFail" });
    const params = { customer: customer.id, items: [{ price: prices.monthly }] };
    const call = context.stripe.subscriptions.create({ ...params, payment_behavior: "error_if_incomplete" });
    expect(await refusal(call)).toMatchObject({ type: "StripeCardError", code: "card_declined" });
    expect((await context.stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    expect((await context.stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
  });

  it("without a card, and for an unknown price or coupon, it is refused", async () => {
    const customer = await context.stripe.customers.create();
    const params = { customer: customer.id, items: [{ price: prices.monthly }] };
    expect(await refusal(context.stripe.subscriptions.create(params))).toMatchObject({ code: "resource_missing" });
    const unknown = { ...params, discounts: [{ coupon: "none" }] };
    expect(await refusal(context.stripe.subscriptions.create(unknown))).toMatchObject({
      code: "resource_missing",
      param: "discounts[0][coupon]",
    });
  });

  it("B-06 a good card makes it active, with the period on its item and the payment on its invoice", async () => {
    const { subscription, invoice } = await subscribe("tok_visa");
    expect(subscription.status).toBe("active");
    expect(itemOf(subscription).current_period_end - itemOf(subscription).current_period_start).toBeGreaterThan(
      27 * day,
    );
    expect(invoice).toMatchObject({ status: "paid", amount_paid: 25000, billing_reason: "subscription_create" });
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: "succeeded", amount: 25000 });
    const shown = await fetch(invoice.hosted_invoice_url ?? "").then((one) => one.text());
    expect(shown).toContain("£250.00");
  });

  it("a card that attaches and fails leaves it incomplete, and after 23 hours expired with a void invoice", async () => {
    const { subscription, invoice } = await subscribe("tok_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    await advance(day);
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect((await context.stripe.invoices.retrieve(invoice.id)).status).toBe("void");
  });

  it("authentication in the page turns incomplete into active", async () => {
    const customer = await context.stripe.customers.create();
    await context.stripe.paymentMethods.attach("pm_card_authenticationRequiredOnSetup", { customer: customer.id });
    const [method] = (await context.stripe.customers.listPaymentMethods(customer.id)).data;
    const subscription = await context.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.monthly }],
      default_payment_method: method?.id ?? "",
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(subscription.status).toBe("incomplete");
    const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
    await fetch(`${context.sandbox.url}/3ds/${secret.split("_secret")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ client_secret: secret, outcome: "complete" }),
    });
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    await advance(32 * day);
    expect(await totals(subscription.id)).toEqual([
      [25000, "paid"],
      [25000, "paid"],
    ]);
  });

  it("default_incomplete waits for the browser", async () => {
    const { subscription, invoice } = await subscribe("tok_visa", { payment_behavior: "default_incomplete" });
    expect(subscription.status).toBe("incomplete");
    const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
    expect(intent.status).toBe("requires_confirmation");
    await context.stripe.paymentIntents.confirm(intent.id);
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});

describe("two months free", () => {
  it("O-04 monthly: nothing for two months, then the full price", async () => {
    const { subscription } = await subscribe("tok_visa", { discounts: [{ coupon: coupons.monthly }] });
    expect(subscription.status).toBe("active");
    await advance(95 * day);
    expect(await totals(subscription.id)).toEqual([
      [0, "paid"],
      [0, "paid"],
      [25000, "paid"],
      [25000, "paid"],
    ]);
  });

  it("O-04 a second that passes within the request does not add a third free month", async () => {
    let seconds = Date.UTC(2026, 10, 26) / 1000;
    const ticking = await openSandbox({ now: () => seconds++ * 1000 });
    const customer = await ticking.stripe.customers.create({ source: "tok_visa" });
    const params = { customer: customer.id, items: [{ price: prices.monthly }], expand: ["discounts"] };
    const bought = await ticking.stripe.subscriptions.create({ ...params, discounts: [{ coupon: coupons.monthly }] });
    const [discount] = bought.discounts as Stripe.Discount[];
    expect(discount?.start).toBe(itemOf(bought).current_period_start);
    await ticking.close();
  });

  it("O-04 annual: 500 pounds less on the first bill only", async () => {
    const items = [{ price: prices.annual }];
    const { subscription } = await subscribe("tok_visa", { items, discounts: [{ coupon: coupons.annual }] });
    await advance(366 * day + 7200);
    expect(await totals(subscription.id)).toEqual([
      [200000, "paid"],
      [250000, "paid"],
    ]);
  });

  it("B-07 the public code is found whatever its case, and points to a coupon that says its plan", async () => {
    const { data } = await context.stripe.promotionCodes.list({
      code: publicCode.toLowerCase(),
      active: true,
      expand: ["data.promotion.coupon"],
    });
    expect(data[0]).toMatchObject({ id: promotionCodes.twoMonths, promotion: { coupon: { valid: true } } });
    const all = (await context.stripe.coupons.list()).data.map((one) => one.metadata);
    expect(all).toContainEqual({ plumbline: publicCode, plan_interval: "year" });
    expect((await context.stripe.promotionCodes.list({ code: "NOPE" })).data).toEqual([]);
  });

  it("O-04 the first bill can be previewed before subscribing", async () => {
    const customer = await context.stripe.customers.create();
    const preview = await context.stripe.invoices.createPreview({
      customer: customer.id,
      subscription_details: { items: [{ price: prices.annual }] },
      discounts: [{ coupon: coupons.annual }],
    });
    expect(preview).toMatchObject({ subtotal: 250000, total: 200000, amount_due: 200000 });
    expect((await context.stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
  });

  it("a free start with a card that needs its holder leaves a pending setup", async () => {
    const customer = await context.stripe.customers.create();
    const method = await context.stripe.paymentMethods.attach("pm_card_authenticationRequiredOnSetup", {
      customer: customer.id,
    });
    const subscription = await context.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.monthly }],
      default_payment_method: method.id,
      discounts: [{ coupon: coupons.monthly }],
      expand: ["pending_setup_intent"],
    });
    expect(subscription).toMatchObject({ status: "active", pending_setup_intent: { status: "requires_action" } });
  });
});

describe("changing the plan", () => {
  it("B-04 the preview is what the change then charges, and the year starts now", async () => {
    const { subscription } = await subscribe("tok_visa");
    await advance(10 * day);
    const at = ((await context.get("/sandbox/clock")) as { now: number }).now;
    const items = [{ id: itemOf(subscription).id, price: prices.annual }];
    const preview = await context.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_date: at },
    });
    expect(preview.total).toBeLessThan(250000);
    expect(preview.total).toBeGreaterThan(225000);
    const changed = await context.stripe.subscriptions.update(subscription.id, {
      items,
      proration_date: at,
      expand: ["latest_invoice"],
    });
    expect(changed.latest_invoice).toMatchObject({ total: preview.total, status: "paid", amount_paid: preview.total });
    expect(itemOf(changed).price.id).toBe(prices.annual);
    expect(itemOf(changed).current_period_start).toBe(at);
  });

  it("from year to month the rest becomes credit that pays the next months", async () => {
    const { customer, subscription } = await subscribe("tok_visa", { items: [{ price: prices.annual }] });
    await context.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.monthly }],
    });
    const credit = (await context.stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(credit.balance).toBeLessThan(-224000);
    await advance(32 * day);
    const [latest] = (await context.stripe.invoices.list({ subscription: subscription.id })).data;
    expect(latest).toMatchObject({ total: 25000, amount_due: 0, status: "paid" });
  });

  it("a free month gives no credit", async () => {
    const { subscription } = await subscribe("tok_visa", { discounts: [{ coupon: coupons.monthly }] });
    const preview = await context.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: itemOf(subscription).id, price: prices.annual }] },
    });
    expect(preview.total).toBe(250000);
  });

  it("a declined change: error_if_incomplete changes nothing, pending_if_incomplete parks it", async () => {
    const { customer, subscription } = await subscribe("tok_visa");
    await context.stripe.customers.update(customer.id, { source: "tok_chargeCustomerFail" });
    const items = [{ id: itemOf(subscription).id, price: prices.annual }];
    const call = context.stripe.subscriptions.update(subscription.id, {
      items,
      payment_behavior: "error_if_incomplete",
    });
    expect(await refusal(call)).toMatchObject({ code: "card_declined" });
    expect(itemOf(await context.stripe.subscriptions.retrieve(subscription.id)).price.id).toBe(prices.monthly);
    const parked = await context.stripe.subscriptions.update(subscription.id, {
      items,
      payment_behavior: "pending_if_incomplete",
    });
    expect(parked.status).toBe("active");
    expect(parked.pending_update).not.toBeNull();
    expect(itemOf(parked).price.id).toBe(prices.monthly);
    await context.stripe.invoices.pay(parked.latest_invoice as string, { payment_method: "pm_card_visa" });
    const applied = await context.stripe.subscriptions.retrieve(subscription.id);
    expect(itemOf(applied).price.id).toBe(prices.annual);
    expect(applied.pending_update).toBeNull();
  });

  it("a change whose payment fails is past due until a retry or a new card pays it", async () => {
    const { customer, subscription } = await subscribe("tok_visa");
    await context.stripe.customers.update(customer.id, { source: "tok_chargeCustomerFail" });
    const items = [{ id: itemOf(subscription).id, price: prices.annual }];
    const changed = await context.stripe.subscriptions.update(subscription.id, { items, expand: ["latest_invoice"] });
    expect(changed).toMatchObject({ status: "past_due", latest_invoice: { status: "open" } });
    expect((changed.latest_invoice as Stripe.Invoice).next_payment_attempt).toBeGreaterThan(0);
    await context.stripe.customers.update(customer.id, { source: "tok_visa" });
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  it("without the item's id a second item of another interval is refused", async () => {
    const { subscription } = await subscribe("tok_visa");
    await refusal(context.stripe.subscriptions.update(subscription.id, { items: [{ price: prices.annual }] }));
  });
});

describe("the end of a membership", () => {
  it("B-05 cancelling at the period's end stays active until then, and can be taken back", async () => {
    const { subscription } = await subscribe("tok_visa");
    const leaving = await context.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(leaving).toMatchObject({ status: "active", cancel_at: itemOf(subscription).current_period_end });
    const back = await context.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null });
    await context.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance(32 * day);
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
    expect(await totals(subscription.id)).toHaveLength(1);
    await context.receiver.until("customer.subscription.deleted");
  });

  it("a renewal that fails is past due, is tried again, and a new card settles it at once", async () => {
    const { customer, subscription } = await subscribe("tok_visa");
    await context.stripe.customers.update(customer.id, { source: "tok_chargeCustomerFail" });
    await advance(32 * day);
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    await context.stripe.customers.update(customer.id, { source: "tok_visa" });
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect(await totals(subscription.id)).toEqual([
      [25000, "paid"],
      [25000, "paid"],
    ]);
  });

  it("without a payment it is canceled after the last retry", async () => {
    const { customer, subscription } = await subscribe("tok_visa");
    await context.stripe.customers.update(customer.id, { source: "tok_chargeCustomerFail" });
    await advance(52 * day);
    expect(await context.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
  });

  it("a trial becomes a paid membership on its last day", async () => {
    const { subscription } = await subscribe("tok_visa", { trial_period_days: 14 });
    expect(subscription.status).toBe("trialing");
    await advance(14 * day + 7200);
    expect((await context.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect(await totals(subscription.id)).toEqual([
      [0, "paid"],
      [25000, "paid"],
    ]);
    await context.receiver.until("customer.subscription.trial_will_end");
  });
});
