import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectAccount, openSandbox, refusal } from "./testing.ts";

let context: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  context = await openSandbox();
  // A Monday, so that the days of the week below are the same whenever this runs.
  const now = await clock();
  await context.post("/sandbox/clock", { now: monday(now) + 7 * day });
});
afterAll(() => context.close());

const day = 86_400;
/** Midnight of the Monday before or at a moment: 5 January 1970 was one. */
const monday = (now: number) => now - ((now - 4 * day) % (7 * day));
const clock = async () => ((await context.get("/sandbox/clock")) as { now: number }).now;
const pass = (days: number) => context.post("/sandbox/clock", { advance_seconds: days * day });
const weekday = (seconds: number) => new Date(seconds * 1000).getUTCDay();

/** A payment of 1000 pounds, a tenth of which is the platform's. */
const pay = (destination: string, amount = 100_000) =>
  context.stripe.paymentIntents.create({
    amount,
    currency: "gbp",
    payment_method: "pm_card_visa",
    confirm: true,
    application_fee_amount: amount / 10,
    transfer_data: { destination },
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
  });
const payoutsOf = async (stripeAccount: string) => (await context.stripe.payouts.list({}, { stripeAccount })).data;
const contentsOf = async (payout: Stripe.Payout | undefined, stripeAccount: string) =>
  (await context.stripe.balanceTransactions.list({ payout: payout?.id ?? "", limit: 100 }, { stripeAccount })).data;
const netOf = (movements: Stripe.BalanceTransaction[]) =>
  movements.filter(({ type }) => type !== "payout").reduce((sum, { net }) => sum + net, 0);
const eventsOf = (account: string, type: string) =>
  context.receiver.received.filter(({ event }) => event.account === account && event.type === type);

it("a payment waits for three business days, goes out on Friday with what it includes, and arrives on Monday", async () => {
  const account = await connectAccount(context, "weekly@example.test");
  await pay(account);
  const balance = await context.stripe.balance.retrieve({}, { stripeAccount: account });
  expect([balance.available[0]?.amount, balance.pending[0]?.amount]).toEqual([0, 90_000]);
  await pass(3);
  await pay(account, 50_000);
  expect(await payoutsOf(account)).toEqual([]);
  await pass(1);
  const [sent] = await payoutsOf(account);
  expect(sent).toMatchObject({ amount: 90_000, status: "in_transit", automatic: true });
  expect([weekday(sent?.created ?? 0), weekday(sent?.arrival_date ?? 0)]).toEqual([5, 1]);
  expect(await context.stripe.payouts.retrieve(sent?.id ?? "", {}, { stripeAccount: account })).toMatchObject(
    sent ?? {},
  );
  await pass(3);
  const [paid] = await payoutsOf(account);
  expect(paid?.status).toBe("paid");
  const contents = await contentsOf(paid, account);
  expect(contents.map(({ type }) => type).sort()).toEqual(["payment", "payout"]);
  expect(netOf(contents)).toBe(90_000);
  await context.receiver.until("payout.paid");
  for (const type of ["payout.created", "payout.reconciliation_completed", "payout.updated", "payout.paid"])
    expect(eventsOf(account, type)).toHaveLength(1);
  await pass(4);
  expect(await payoutsOf(account)).toMatchObject([{ amount: 45_000, status: "in_transit" }, { id: paid?.id }]);
  await pass(3);
});

it("what is given back after its payout makes the balance negative, which the next payments fill first", async () => {
  const account = await connectAccount(context, "negative@example.test");
  const { id } = await pay(account);
  await pass(7);
  expect(await payoutsOf(account)).toMatchObject([{ amount: 90_000, status: "paid" }]);
  await context.stripe.refunds.create({ payment_intent: id, reverse_transfer: true, refund_application_fee: true });
  await pass(7);
  expect(await payoutsOf(account)).toHaveLength(1);
  const { available } = await context.stripe.balance.retrieve({}, { stripeAccount: account });
  expect(available[0]?.amount).toBe(-90_000);
  await pay(account, 150_000);
  await pass(7);
  const [next] = await payoutsOf(account);
  expect(next).toMatchObject({ amount: 45_000, status: "paid" });
  const contents = await contentsOf(next, account);
  expect(netOf(contents)).toBe(45_000);
  expect(contents.map(({ type }) => type).sort()).toEqual([
    "application_fee_refund",
    "payment",
    "payment_refund",
    "payout",
  ]);
});

it("a bank sends a payout back: the money is in the balance again and goes out once there is another bank", async () => {
  const account = await connectAccount(context, "closed@example.test");
  await pay(account);
  await context.post(`/sandbox/accounts/${account}`, { bank: "closed" });
  await pass(7);
  const [failed] = await payoutsOf(account);
  expect(failed).toMatchObject({ status: "failed", failure_code: "account_closed" });
  expect(failed?.failure_balance_transaction).toMatch(/^txn_/);
  await context.receiver.until("payout.failed");
  const { payouts_enabled, requirements } = await context.stripe.accounts.retrieve(account);
  expect([payouts_enabled, requirements?.currently_due]).toEqual([false, ["external_account"]]);
  await pass(7);
  expect(await payoutsOf(account)).toHaveLength(1);
  await context.post(`/sandbox/accounts/${account}`, { bank: "open" });
  await pass(7);
  const [again] = await payoutsOf(account);
  expect(again).toMatchObject({ amount: 90_000, status: "paid" });
  expect(await contentsOf(again, account)).toMatchObject([
    { type: "payout" },
    { type: "payout_failure", source: failed?.id },
  ]);
  await context.post(`/sandbox/accounts/${account}`, { bank: "closed", return_last: true });
  expect(await payoutsOf(account)).toMatchObject([{ id: again?.id, status: "failed" }, { id: failed?.id }]);
});

it("an account is paid out by its own schedule, or by hand", async () => {
  const account = await connectAccount(context, "daily@example.test");
  const scheduleOf = async () => (await context.stripe.accounts.retrieve(account)).settings?.payouts?.schedule;
  expect(await scheduleOf()).toEqual({ delay_days: 3, interval: "weekly", weekly_anchor: "friday" });
  await context.post(`/sandbox/accounts/${account}`, { schedule: "manual" });
  await pay(account);
  await pass(14);
  expect(await payoutsOf(account)).toEqual([]);
  await context.post(`/sandbox/accounts/${account}`, { schedule: "daily" });
  await pass(1);
  expect(await payoutsOf(account)).toHaveLength(1);
  await context.post(`/sandbox/accounts/${account}`, { schedule: "monthly" });
  await pay(account);
  await pass(40);
  const [monthly] = await payoutsOf(account);
  expect(new Date((monthly?.created ?? 0) * 1000).getUTCDate()).toBe(1);
});

it("payouts of other accounts are not found, and an unknown one is a documented error", async () => {
  const [one, other] = [
    await connectAccount(context, "one@example.test"),
    await connectAccount(context, "other@example.test"),
  ];
  await pay(one);
  await pass(7);
  const [payout] = await payoutsOf(one);
  expect(await payoutsOf(other)).toEqual([]);
  expect(await refusal(context.stripe.payouts.retrieve(payout?.id ?? "", {}, { stripeAccount: other }))).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    param: "payout",
  });
});

it("what happens in the past has its own dates, and payouts follow in their order", async () => {
  const account = await connectAccount(context, "history@example.test");
  const now = await clock();
  for (const weeks of [6, 4, 2]) {
    await context.post("/sandbox/past", { at: now - weeks * 7 * day });
    await pay(account);
  }
  await context.post("/sandbox/past", { at: null });
  const payouts = await payoutsOf(account);
  expect(payouts.map(({ amount, status }) => [amount, status])).toEqual(Array(3).fill([90_000, "paid"]));
  expect(payouts.every(({ created }) => created < now)).toBe(true);
  expect(await context.post("/sandbox/past", { at: now + day })).toHaveProperty("error");
});
