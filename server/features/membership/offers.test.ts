import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { reconcile } from "@plumbline/contract/back-office/reconciliation.ts";
import { checkCoupon, listPlans, readMembership, subscribe } from "@plumbline/contract/membership/contract.ts";
import * as contract from "@plumbline/contract/membership/offers.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { jobs } from "../../app.ts";
import { cardToken } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const provider = cardSandbox(server);
let owner: Person;
let finance: Person;
beforeAll(async () => {
  owner = await makeStaff(server.context, { name: "Ada Lind" });
  finance = await makeStaff(server.context, { name: "Nadia Karim", role: "finance" });
});
afterEach(() => provider.clearFaults());

const offers = async () => (await server.call(contract.listOffers, {}, owner.token)).body;
const reason = "The board's decision.";
const coupon = (given: object = {}, by = owner) =>
  server.call(
    contract.makeCoupon,
    {
      body: {
        code: "SPRING20",
        name: "A fifth off",
        kind: "percent",
        off: 20,
        duration: "once",
        reason,
        ...given,
      } as never,
    },
    by.token,
  );
const plan = (given: object = {}) =>
  server.call(
    contract.makePlan,
    {
      body: {
        name: "Quarterly",
        description: "Now and then.",
        interval: "month",
        amount: 300,
        benefits: ["Talks"],
        reason,
        ...given,
      } as never,
    },
    owner.token,
  );
const buyer = () => makeMember(server.context, "customer");
const buy = async (customer: Person, plan_id: string, code: string | null = null) =>
  server.call(subscribe, { body: { token: await cardToken(server.context), plan_id, coupon: code } }, customer.token);
const check = (code: string, customer: Person) => server.call(checkCoupon, { body: { coupon: code } }, customer.token);

test("G-82 G-83 refused: bad input with its field, whoever may not, ending what has ended or does not exist; nothing changes", async () => {
  const before = await offers();
  const fields = async (answer: ReturnType<typeof coupon>) => Object.keys((await answer).errors);
  expect(await fields(coupon({ code: "A B" }))).toEqual(["code"]);
  expect(await fields(coupon({ code: "TWOMONTHS" }))).toEqual(["code"]);
  expect(await fields(coupon({ off: 101 }))).toEqual(["off"]);
  expect(await fields(coupon({ off: 0 }))).toEqual(["off"]);
  expect(await fields(coupon({ duration: "repeating" }))).toEqual(["months"]);
  expect(await fields(coupon({ redeem_by: "2020-01-01" }))).toEqual(["redeem_by"]);
  expect(await fields(coupon({ limit: 0 }))).toEqual(["limit"]);
  expect(await fields(coupon({ reason: "" }))).toEqual(["reason"]);
  expect(await fields(plan({ amount: 0.5 }))).toEqual(["amount"]);
  expect(await fields(plan({ name: "Annual membership" }))).toEqual(["name"]);
  expect(await fields(plan({ name: "Individual" }))).toEqual(["name"]);
  expect(before.plans.find(({ name }) => name === "Individual")?.sold).toBe(false);
  const unknown = { body: { price_id: "price_nobody", reason } };
  expect((await server.call(contract.endPlan, unknown, owner.token)).status).toBe(404);
  for (const by of [await makeStaff(server.context, { role: "support" }), await buyer()])
    expect((await coupon({}, by)).status).toBe(404);
  // Taken at the provider by something that is not ours.
  const { stripe } = server.context.cards;
  const foreign = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  await stripe.promotionCodes.create({ code: "FOREIGN", promotion: { type: "coupon", coupon: foreign.id } });
  expect(await fields(coupon({ code: "FOREIGN" }))).toEqual(["code"]);
  const after = await offers();
  expect([after.plans, after.coupons]).toEqual([before.plans, before.coupons]);
  expect((await stripe.coupons.list({ limit: 100 })).data.filter(({ name }) => name === "A fifth off")).toEqual([]);
});

test("G-82 a plan is offered once made; a new price is a new one, the old stays with who has it, and an end ends the offer only", async () => {
  expect((await plan()).status).toBe(201);
  const customer = await buyer();
  const quarterly = async () =>
    (await server.call(listPlans, {}, customer.token)).body.find(({ name }) => name === "Quarterly");
  await expect.poll(async () => (await quarterly())?.amount).toBe(300_00);
  const old = (await quarterly())?.price_id as string;
  expect((await buy(customer, old)).body.body.status).toBe("success");
  const changing = { body: { price_id: old, amount: 350, reason } };
  const both = await Promise.all(
    [owner, finance].map(({ token }) => server.call(contract.changePrice, changing, token)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.errors["base"]?.[0]).toMatch(/(Ada Lind|Nadia Karim) has already/);
  await expect.poll(async () => (await quarterly())?.amount).toBe(350_00);
  const mine = (await server.call(readMembership, {}, customer.token)).body;
  expect([mine.current_package?.price_id, mine.next_payment?.amount]).toEqual([old, 300]);
  const fresh = (await quarterly())?.price_id as string;
  expect((await buy(await buyer(), old)).status).toBe(422);
  await server.call(contract.endPlan, { body: { price_id: fresh, reason } }, owner.token);
  await expect.poll(quarterly).toBeUndefined();
  const listed = (await offers()).plans.filter(({ name }) => name === "Quarterly");
  expect(listed.map(({ amount, sold, subscribers, income }) => [amount, sold, subscribers, income])).toEqual(
    expect.arrayContaining([
      [300, false, 1, 300],
      [350, false, 0, 0],
    ]),
  );
  await server.settle();
  const audit = (await server.call(listAudit, { query: { about: "offer" } }, owner.token)).body.entries;
  expect(audit.find(({ kind }) => kind === "offer.price_changed")).toMatchObject({
    reason,
    changes: [{ before: "£300.00", after: "£350.00" }],
  });
});

test("G-82 O-05 the name that staff gave a plan greets whoever buys it as it is written", async () => {
  expect((await plan({ name: "UK Growth" })).status).toBe(201);
  const customer = await buyer();
  const named = async () =>
    (await server.call(listPlans, {}, customer.token)).body.find(({ name }) => name === "UK Growth")?.price_id;
  await expect.poll(named).toBeTruthy();
  const { body } = await buy(customer, `${await named()}`);
  expect(body.body).toMatchObject({ status: "success", message: "Welcome. Your UK Growth membership has started." });
});

test("G-83 a coupon holds to the end of its last day in London", async () => {
  const until = `${new Date(server.context.clock.now()).getUTCFullYear() + 1}-07-01`;
  expect((await coupon({ code: "JULY", redeem_by: until })).status).toBe(201);
  const { data } = await server.context.cards.stripe.coupons.list({ limit: 100 });
  const moments = data.flatMap(({ redeem_by: at }) => (at ? [new Date(at * 1000).toISOString()] : []));
  expect(moments).toEqual([`${until}T22:59:59.000Z`]);
});

test("G-83 a coupon says what it gives, is used to its limit, shows what it brought, and is over when it is ended", async () => {
  expect((await coupon({ limit: 1, plans: "month" })).status).toBe(201);
  const [first, second] = [await buyer(), await buyer()];
  expect((await check("spring20", first)).body).toMatchObject({
    coupon: "SPRING20",
    valid: true,
    name: "A fifth off",
    months_free: 0,
    annual_discount: 0,
    discounts: { month: { percent_off: 20, amount_off: null, duration: "once" }, year: null },
  });
  expect((await buy(first, "price_plumbline_annual", "SPRING20")).status).toBe(422);
  expect((await buy(first, "price_plumbline_monthly", "SPRING20")).body.body.status).toBe("success");
  expect((await check("SPRING20", second)).status).toBe(422);
  await jobs.find(({ name }) => name === "refresh the plans")?.run(server.context);
  const made = (await offers()).coupons.find(({ code }) => code === "SPRING20");
  expect(made).toMatchObject({ redemptions: 1, given: 50, income: 200, active: false, limit: 1 });
  await coupon({ code: "TENNER", kind: "amount", off: 10, duration: "forever" });
  const { id } = (await offers()).coupons.find(({ code }) => code === "TENNER") as contract.MadeCoupon;
  const end = () => server.call(contract.endCoupon, { body: { id, reason } }, finance.token);
  expect([(await end()).status, (await end()).status]).toEqual([201, 409]);
  expect((await check("TENNER", second)).status).toBe(422);
  expect((await coupon({ code: "tenner" })).errors).toEqual({ code: ["TENNER is spent. Please choose another code."] });
});

test("G-83 O-04 what takes all off every bill gives no free months, after which something would be charged", async () => {
  const all = { off: 100, plans: "month" };
  await coupon({ ...all, code: "ALWAYS", duration: "forever" });
  await coupon({ ...all, code: "FIRST", duration: "once" });
  await coupon({ ...all, code: "THREE", duration: "repeating", months: 3 });
  const customer = await buyer();
  const free = async (code: string) => (await check(code, customer)).body.months_free;
  expect([await free("ALWAYS"), await free("FIRST"), await free("THREE")]).toEqual([0, 1, 3]);
});

test("G-84 when the provider is away in the middle, the change waits, is carried out once, and is then offered", async () => {
  for (const [kind, code] of [
    ["timeout_after", "AWAY1"],
    ["500_after", "AWAY2"],
    ["timeout_before", "AWAY3"],
  ] as const) {
    await provider.fault({ kind, method: "POST", path: "/v1/promotion_codes", times: 10 });
    const answer = await coupon({ code, name: code });
    await provider.clearFaults();
    // What was carried out is found; what was not waits.
    expect([201, 503], answer.text).toContain(answer.status);
    await jobs.find(({ name }) => name === "carry out changes of plans and coupons")?.run(server.context);
    const { stripe } = server.context.cards;
    const [codes, coupons] = await Promise.all([
      stripe.promotionCodes.list({ code, limit: 100 }),
      stripe.coupons.list({ limit: 100 }),
    ]);
    expect([codes.data.length, coupons.data.filter(({ name }) => name === code).length]).toEqual([1, 1]);
    const after = await offers();
    expect([after.coupons.filter((each) => each.code === code).length, after.open]).toEqual([1, expect.any(Array)]);
    expect(after.open.filter(({ what, failure }) => what.includes(code) && failure === null)).toEqual([]);
  }
});

test("G-82 G-84 of the two last plans one stays on sale, also while the other's end still waits for the provider", async () => {
  const onSale = async () => (await offers()).plans.filter(({ sold }) => sold).map(({ price_id }) => price_id);
  const end = (price_id: string, by = owner) => server.call(contract.endPlan, { body: { price_id, reason } }, by.token);
  for (const id of (await onSale()).slice(2)) expect((await end(id)).status).toBe(201);
  const [first, last] = (await onSale()) as [string, string];
  await provider.fault({ kind: "timeout_before", method: "POST", path: "/v1/prices/*", times: 12 });
  expect((await end(first)).status).toBe(503);
  const refused = await end(last, finance);
  expect([refused.status, refused.errors["base"]?.[0]]).toEqual([409, expect.stringContaining("only plan")]);
  await provider.clearFaults();
  await jobs.find(({ name }) => name === "carry out changes of plans and coupons")?.run(server.context);
  expect(await onSale()).toEqual([last]);
  expect((await end(last)).status).toBe(409);
});

test("G-84 a change that waits for more than a day makes nothing twice", async () => {
  await provider.fault({ kind: "timeout_before", method: "POST", path: "/v1/promotion_codes", times: 12 });
  expect((await coupon({ code: "LATE", name: "Late" })).status).toBe(503);
  await provider.clearFaults();
  const at = server.clock.now().getTime();
  server.clock.advance(25 * 3_600_000);
  try {
    await provider.control("POST", "clock", { advance_seconds: 25 * 3600 });
    await jobs.find(({ name }) => name === "carry out changes of plans and coupons")?.run(server.context);
  } finally {
    server.clock.advance(at - server.clock.now().getTime());
  }
  const { stripe } = server.context.cards;
  const [codes, coupons] = await Promise.all([
    stripe.promotionCodes.list({ code: "LATE", limit: 100 }),
    stripe.coupons.list({ limit: 100 }),
  ]);
  expect([codes.data.length, coupons.data.filter(({ name }) => name === "Late").length]).toEqual([1, 1]);
});

test("G-84 W-07 a provider that refuses to tell what it has has refused no change, and loses no coupon", async () => {
  const carryOut = () =>
    jobs.find(({ name }) => name === "carry out changes of plans and coupons")?.run(server.context);
  await provider.fault({ kind: "timeout_before", method: "POST", path: "/v1/promotion_codes", times: 12 });
  await provider.fault({ kind: "forbidden", method: "GET", path: "/v1/promotion_codes", times: 12 });
  expect((await coupon({ code: "UNTOLD", name: "Untold" })).status).toBe(503);
  await provider.clearFaults();
  await provider.fault({ kind: "forbidden", method: "GET", path: "/v1/promotion_codes", times: 12 });
  await carryOut()?.catch(() => {});
  await provider.clearFaults();
  expect((await offers()).open.find(({ what }) => what.includes("UNTOLD"))).toMatchObject({ failure: null });
  await carryOut();
  const { stripe } = server.context.cards;
  const [codes, coupons] = await Promise.all([
    stripe.promotionCodes.list({ code: "UNTOLD", limit: 100 }),
    stripe.coupons.list({ limit: 100 }),
  ]);
  expect([codes.data.length, coupons.data.filter(({ name }) => name === "Untold").length]).toEqual([1, 1]);
  expect((await offers()).open.filter(({ what }) => what.includes("UNTOLD"))).toEqual([]);
});

test("G-82 G-47 a plan that was ended is not sold again when the provider's dashboard activates it; staff read what to do", async () => {
  expect((await plan({ name: "Trial" })).status).toBe(201);
  const trial = (await offers()).plans.find(({ name }) => name === "Trial") as contract.SoldPlan;
  const end = () => server.call(contract.endPlan, { body: { price_id: trial.price_id, reason } }, owner.token);
  expect((await end()).status).toBe(201);
  const { stripe } = server.context.cards;
  const { product } = await stripe.prices.retrieve(trial.price_id);
  await stripe.products.update(product as string, { active: true });
  await stripe.prices.update(trial.price_id, { active: true });
  await provider.eventsHandled();
  await jobs.find(({ name }) => name === "refresh the plans")?.run(server.context);
  expect((await offers()).plans.find(({ name }) => name === "Trial")?.sold).toBe(false);
  const customer = await buyer();
  expect((await buy(customer, trial.price_id)).status).toBe(422);
  expect((await end()).errors["base"]?.[0]).toContain("has already changed this");
  const { body } = await server.call(reconcile, { body: { days: 1 } }, finance.token);
  const named = body.differences.filter(({ provider_id }) => provider_id === trial.price_id);
  expect(named).toMatchObject([{ what: expect.stringContaining("please archive it there"), ours: null, theirs: null }]);
  await stripe.prices.update(trial.price_id, { active: false });
});

test("G-82 a new price is not sold beside the old one when the provider refuses to end that", async () => {
  const monthly = (await offers()).plans.find(({ sold }) => sold) as contract.SoldPlan;
  await provider.fault({ kind: "forbidden", method: "POST", path: `/v1/prices/${monthly.price_id}`, times: 12 });
  const answer = await server.call(
    contract.changePrice,
    { body: { price_id: monthly.price_id, amount: 7, reason } },
    owner.token,
  );
  expect(answer.status).toBe(409);
  await provider.clearFaults();
  await jobs.find(({ name }) => name === "refresh the plans")?.run(server.context);
  const sold = (await offers()).plans.filter((each) => each.sold && each.name === monthly.name);
  expect(sold.map(({ amount }) => amount)).toEqual([monthly.amount]);
});
