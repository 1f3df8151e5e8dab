import {
  cancelPlan,
  cardOfCustomer,
  changePlan,
  checkCoupon,
  defaultCard,
  listPayments,
  listPlans,
  paymentConfig,
  previewChange,
  readMembership,
  refreshMembership,
  resumePlan,
  subscribe,
  updateCard,
} from "@plumbline/contract/membership/contract.ts";
import { firstCharge, shownPlans } from "@plumbline/contract/membership/rules.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test, vi } from "vitest";
import { answerBank, cardToken, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findMembership } from "./store.ts";

const server = testServer();
const monthly = "price_plumbline_monthly";
const annual = "price_plumbline_annual";

const buy = async (person: Person, number?: string, more: { plan?: string; coupon?: string } = {}) => {
  const price = more.plan ?? monthly;
  const token = await cardToken(server.context, number);
  return server.call(
    subscribe,
    { body: { token, plan_id: price, price_id: price, coupon: more.coupon ?? "" } },
    person.token,
  );
};
const profileOf = async (person: Person) =>
  (await server.call(readOwnProfile, { params: { role: "customers" } }, person.token)).body;
const atProvider = async (person: Person) => {
  const customer = (await findMembership(server.context.db, person.id))?.providerCustomerId as string;
  const { stripe } = server.context.cards;
  const subscriptions = (await stripe.subscriptions.list({ customer, status: "all" })).data;
  const invoices = (await stripe.invoices.list({ customer })).data;
  return { customer, subscriptions, charged: invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0) };
};

test("W-06 W-01 plans and memberships are the customers' own: visitors 401, advisors not found", async () => {
  const advisor = await makeMember(server.context, "advisor");
  expect((await server.call(listPlans, {})).status).toBe(401);
  expect((await server.call(listPlans, {}, advisor.token)).status).toBe(404);
  expect((await buy(advisor)).status).toBe(404);
  expect((await server.call(cancelPlan, {}, advisor.token)).status).toBe(404);
});

test("B-06 an unknown plan or token is a field error, and nothing is created", async () => {
  const person = await makeMember(server.context, "customer");
  const missing = await server.call(subscribe, { body: { token: "", plan_id: "" } }, person.token);
  expect([missing.status, missing.errors]).toEqual([
    422,
    { token: ["Please provide Card Number"], plan_id: ["Please select membership plan."] },
  ]);
  expect((await buy(person, undefined, { plan: "price_plumbline_individual" })).errors).toEqual({
    plan_id: ["Please select membership plan."],
  });
  const forged = await server.call(subscribe, { body: { token: "tok_forged", plan_id: monthly } }, person.token);
  expect([forged.status, forged.body.body.status]).toEqual([200, "error"]);
  expect((await profileOf(person)).stripe_setup).toBe(false);
});

test("B-06 two different plans are a field error, and neither is charged", async () => {
  const person = await makeMember(server.context, "customer");
  const token = await cardToken(server.context);
  const answer = await server.call(subscribe, { body: { token, plan_id: monthly, price_id: annual } }, person.token);
  expect([answer.status, answer.errors]).toEqual([422, { price_id: ["Please select membership plan."] }]);
  expect((await profileOf(person)).stripe_setup).toBe(false);
});

test("B-06 O-05 a declined card answers with the bank's reason and makes no subscription", async () => {
  const person = await makeMember(server.context, "customer");
  for (const number of ["4000000000009995", "4000000000000341"]) {
    const answer = await buy(person, number);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ body: { status: "error" }, current_package: null, stripe_setup: false });
    expect(answer.body.body.message).toMatch(/insufficient funds|declined/);
  }
  expect(await atProvider(person)).toMatchObject({ subscriptions: [], charged: 0 });
  expect((await buy(person)).body.body.status).toBe("success");
});

test("B-01 B-02 plans come from the provider in its order, in pence; Individual is among them and is never shown", async () => {
  const person = await makeMember(server.context, "customer");
  const { body } = await server.call(listPlans, {}, person.token);
  expect(body.map(({ price_id }) => price_id)).toContain("price_plumbline_individual");
  expect(body).toContainEqual(
    expect.objectContaining({
      amount: 25000,
      interval: "month",
      interval_count: 1,
      currency: "gbp",
      price_id: monthly,
    }),
  );
  expect(body).toContainEqual(expect.objectContaining({ amount: 250000, interval: "year", price_id: annual }));
  expect(body.every(({ benefits, tag, description }) => benefits.length > 0 && tag !== undefined && description)).toBe(
    true,
  );
  expect(shownPlans(body).map(({ price_id }) => price_id)).toEqual(
    body
      .map(({ price_id }) => price_id)
      .filter((id) => id !== "price_plumbline_individual")
      .reverse(),
  );
});

test("B-06 O-05 B-08 a card that works starts the membership: flags, package, card and the e-mail agree", async () => {
  const person = await makeMember(server.context, "customer");
  expect((await server.call(cardOfCustomer, {}, person.token)).body).toBeNull();
  const answer = await buy(person);
  expect(answer.body).toMatchObject({
    body: { status: "success" },
    stripe_setup: true,
    current_package: { price_id: monthly, status: "active", cancel_at_period_end: false },
  });
  const profile = await profileOf(person);
  expect(profile).toMatchObject({ stripe_setup: true, current_package: answer.body.current_package });
  const [one, other] = [
    await server.call(cardOfCustomer, {}, person.token),
    await server.call(defaultCard, {}, person.token),
  ];
  expect(one.body).toMatchObject({ last4: "4242", exp_month: 12 });
  expect(other.body).toEqual(one.body);
  const subjects = (await server.mailsTo(person.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining(["Your Plumbline membership has started", "Receipt for your Plumbline membership: £250.00"]),
  );
  expect((await buy(person)).status).toBe(409);
});

test("W-07 two purchases at once charge once", async () => {
  const person = await makeMember(server.context, "customer");
  const answers = await Promise.all([buy(person), buy(person), buy(person)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const { subscriptions, charged } = await atProvider(person);
  expect([subscriptions.length, charged]).toEqual([1, 25000]);
});

test("O-05 a card that needs authentication returns a client secret; once confirmed, the membership starts", async () => {
  const person = await makeMember(server.context, "customer");
  const answer = await buy(person, "4000002760003184");
  expect(answer.body).toMatchObject({
    body: { status: "requires_action" },
    stripe_setup: false,
    current_package: null,
  });
  await answerBank(server.context, answer.body.body.client_secret as string, "complete");
  const { body } = await server.call(refreshMembership, {}, person.token);
  expect(body).toMatchObject({ stripe_setup: true, current_package: { status: "active" } });
  expect((await atProvider(person)).charged).toBe(25000);
});

test("O-05 after a failed authentication nothing is charged, and another card can be tried", async () => {
  const person = await makeMember(server.context, "customer");
  const first = await buy(person, "4000002760003184");
  await answerBank(server.context, first.body.body.client_secret as string, "fail");
  expect((await server.call(refreshMembership, {}, person.token)).body.stripe_setup).toBe(false);
  expect((await buy(person)).body.body.status).toBe("success");
  const { subscriptions, charged } = await atProvider(person);
  expect([subscriptions.filter(({ status }) => status === "active").length, charged]).toEqual([1, 25000]);
});

test("O-05 W-07 a purchase that the bank confirms while another one begins counts, and nothing more is charged", async () => {
  const person = await makeMember(server.context, "customer");
  const first = await buy(person, "4000002760003184");
  // A webhook would have it read again.
  const bank = cardSandbox(server);
  await bank.eventsHandled();
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  const { subscriptions } = server.context.cards.stripe;
  const list = subscriptions.list.bind(subscriptions);
  // What is read of the first one is stale by the time it is used.
  vi.spyOn(subscriptions, "list").mockImplementationOnce(((...given: Parameters<typeof list>) =>
    list(...given).then(async (answer) => {
      await answerBank(server.context, first.body.body.client_secret as string, "complete");
      return answer;
    })) as typeof list);
  const second = await buy(person);
  await bank.clearFaults();
  expect(second.body).toMatchObject({
    body: { status: "success", message: "Your membership has started." },
    current_package: { status: "active" },
  });
  const provider = await atProvider(person);
  expect([provider.subscriptions.map(({ status }) => status), provider.charged]).toEqual([["active"], 25000]);
});

test("B-07 O-04 a code is checked: unknown 422, known with both of its effects", async () => {
  const person = await makeMember(server.context, "customer");
  const unknown = await server.call(checkCoupon, { body: { coupon: "NOPE" } }, person.token);
  expect([unknown.status, unknown.errors]).toEqual([422, { coupon: ["This code is not valid."] }]);
  const known = await server.call(checkCoupon, { body: { coupon: "twomonths" } }, person.token);
  expect(known.body).toMatchObject({ coupon: "TWOMONTHS", valid: true, months_free: 2, annual_discount: 50000 });
  expect((await buy(person, undefined, { coupon: "NOPE" })).errors).toEqual({ coupon: ["This code is not valid."] });
});

test("O-04 decision 55 the code makes two months of a monthly plan free, and the first year 500 pounds cheaper; it works once", async () => {
  const month = await makeMember(server.context, "customer");
  const before = server.context.clock.now();
  expect((await buy(month, undefined, { coupon: "TWOMONTHS" })).body.body.status).toBe("success");
  const after = server.context.clock.now();
  expect(await atProvider(month)).toMatchObject({ charged: 0 });
  // The hour may have turned while it was bought.
  const hours = [before, after].map((bought) => firstCharge(bought, 2).toISOString().slice(0, 13));
  expect((await server.call(readMembership, {}, month.token)).body.next_payment).toEqual({
    amount: 250,
    date: expect.stringMatching(new RegExp(hours.join("|"))),
  });
  const again = await server.call(checkCoupon, { body: { coupon: "TWOMONTHS" } }, month.token);
  expect(again.errors).toEqual({ coupon: ["You have used this code before."] });
  const year = await makeMember(server.context, "customer");
  await buy(year, undefined, { plan: annual, coupon: "TWOMONTHS" });
  expect(await atProvider(year)).toMatchObject({ charged: 200000 });
});

test("B-04 a change is previewed and then charges just that; a refused card changes nothing", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"));
  const to = { plan_id: annual };
  const same = await server.call(changePlan, { body: { plan_id: monthly } }, person.token);
  expect([same.status, same.errors]).toEqual([409, { base: ["You have this plan already."] }]);
  const preview = await server.call(previewChange, { body: to }, person.token);
  expect(preview.body.amount_now).toBeGreaterThan(2200);
  expect(preview.body.next_payment.amount).toBe(2500);

  const cheat = preview.body.proration_date - 20 * 86_400;
  expect((await server.call(changePlan, { body: { ...to, proration_date: cheat } }, person.token)).status).toBe(422);

  await server.call(updateCard, { body: { token: await cardToken(server.context, "4000000000000341") } }, person.token);
  const refused = await server.call(changePlan, { body: to }, person.token);
  expect(refused.body).toMatchObject({ body: { status: "error" }, current_package: { price_id: monthly } });

  await server.call(updateCard, { body: { token: await cardToken(server.context) } }, person.token);
  const body = { ...to, proration_date: preview.body.proration_date };
  const changed = await server.call(changePlan, { body }, person.token);
  expect(changed.body).toMatchObject({ body: { status: "success" }, current_package: { price_id: annual } });
  const { charged } = await atProvider(person);
  expect(charged).toBe(25000 + Math.round(preview.body.amount_now * 100));
  expect((await profileOf(person)).current_package?.price_id).toBe(annual);
});

test("B-04 decision 55 a change to a shorter interval says the day and the sum that are then charged next", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"), { plan: "annual" });
  const preview = (await server.call(previewChange, { body: { plan_id: monthly } }, person.token)).body;
  expect(preview.credit).toBeGreaterThan(2000);
  const body = { plan_id: monthly, proration_date: preview.proration_date };
  expect((await server.call(changePlan, { body }, person.token)).body.body.status).toBe("success");
  const { next_payment: next } = (await server.call(readMembership, {}, person.token)).body;
  expect([next?.amount, next?.date.slice(0, 10)]).toEqual([
    preview.next_payment.amount,
    preview.next_payment.date.slice(0, 10),
  ]);
});

test("B-04 a change that needs authentication is pending until confirmed, and a failed one leaves the plan unchanged", async () => {
  const person = await makeMember(server.context, "customer");
  await answerBank(
    server.context,
    (await buy(person, "4000002760003184")).body.body.client_secret as string,
    "complete",
  );
  const change = () => server.call(changePlan, { body: { plan_id: annual } }, person.token);
  const refused = await change();
  expect(refused.body).toMatchObject({ body: { status: "requires_action" }, current_package: { price_id: monthly } });
  await answerBank(server.context, refused.body.body.client_secret as string, "fail");
  expect((await server.call(refreshMembership, {}, person.token)).body.current_package?.price_id).toBe(monthly);

  const confirmed = await change();
  await answerBank(server.context, confirmed.body.body.client_secret as string, "complete");
  expect((await server.call(refreshMembership, {}, person.token)).body.current_package?.price_id).toBe(annual);
});

test("B-05 cancelling keeps the paid period and can be taken back; when it ends so does the membership", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"));
  expect((await server.call(resumePlan, {}, person.token)).status).toBe(409);
  const cancelled = await server.call(cancelPlan, {}, person.token);
  expect(cancelled.body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(cancelled.body.current_package?.cancel_at_period_end).toBe(true);
  expect((await server.call(cancelPlan, {}, person.token)).status).toBe(409);
  expect((await server.call(readMembership, {}, person.token)).body.next_payment).toBeNull();
  const resumed = await server.call(resumePlan, {}, person.token);
  expect(resumed.body.current_package?.cancel_at_period_end).toBe(false);
});

test("B-10 B-11 a refused card leaves the old one; a new one replaces it, and the bank may ask for its holder", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"));
  const put = async (number: string) =>
    server.call(updateCard, { body: { token: await cardToken(server.context, number) } }, person.token);
  const refused = await put("4000000000000002");
  expect([refused.status, refused.errors]).toEqual([422, { base: ["Your card was declined."] }]);
  expect((await server.call(defaultCard, {}, person.token)).body?.last4).toBe("4242");
  expect((await put("5555555555554444")).body).toMatchObject({ last4: "4444", body: { status: "success" } });
  expect((await server.call(defaultCard, {}, person.token)).body?.last4).toBe("4444");
  expect((await put("4000002500003155")).body).toMatchObject({ last4: "3155", body: { status: "requires_action" } });
});

test("B-09 the bills of the membership are listed with their receipts, paged by the server's limit", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"));
  const stranger = await makeMember(server.context, "customer");
  const { body } = await server.call(listPayments, { query: { page: 1 } }, person.token);
  expect(body.pagination).toEqual({ limit: 10, current: 1, total_count: 1 });
  expect(body.entries[0]).toMatchObject({ kind: "membership", total: 250, status: "paid" });
  expect((await fetch(body.entries[0]?.receipt_url as string)).status).toBe(200);
  expect((await server.call(listPayments, { query: {} }, stranger.token)).body.entries).toEqual([]);
});

test("B-12 the keys that a browser needs come from the settings, for anyone", async () => {
  const { body } = await server.call(paymentConfig, {});
  expect(body).toMatchObject({
    publishable_key: "pk_test_plumbline",
    payout_client_id: "ca_plumbline",
    mode: "sandbox",
  });
  expect((await fetch(body.stripe_js_url)).status).toBe(200);
});

test("decision 43 who asks another host of ours is told the card sandbox's address on that host, before and after others", async () => {
  const addressFor = async (host: string) =>
    (await server.app.inject({ url: "/api/payment/config", headers: { host } })).json().stripe_js_url;
  const local = server.sandbox.stripe?.url;
  for (const [host, origin] of [
    ["demo.example.test", "http://demo.example.test/card-sandbox"],
    ["localhost", local],
    ["other.example.test", "http://other.example.test/card-sandbox"],
  ])
    expect(await addressFor(host as string)).toBe(`${origin}/stripe.js`);
});

test("B-02 decision 59 nothing that is not marked as ours is offered or sold, neither a price nor a code", async () => {
  const customer = await makeMember(server.context, "customer");
  const { stripe } = server.context.cards;
  const mug = await stripe.products.create({ name: "Mug of the month" });
  const price = await stripe.prices.create({
    product: mug.id,
    unit_amount: 100,
    currency: "gbp",
    recurring: { interval: "month" },
  });
  const coupon = await stripe.coupons.create({ percent_off: 100, duration: "forever" });
  const metadata = { month: coupon.id, year: coupon.id };
  await stripe.promotionCodes.create({ code: "SHOPSTAFF", promotion: { type: "coupon", coupon: coupon.id }, metadata });
  await cardSandbox(server).eventsHandled();
  const offered = (await server.call(listPlans, {}, customer.token)).body.map(({ price_id }) => price_id);
  expect(offered).toContain(monthly);
  expect(offered).not.toContain(price.id);
  expect((await buy(customer, undefined, { plan: price.id })).status).toBe(422);
  const checked = await server.call(checkCoupon, { body: { coupon: "SHOPSTAFF" } as never }, customer.token);
  expect([checked.status, Object.keys(checked.errors)]).toEqual([422, ["coupon"]]);
});
