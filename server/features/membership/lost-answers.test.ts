import {
  defaultCard,
  listPayments,
  readMembership,
  subscribe,
  updateCard,
} from "@plumbline/contract/membership/contract.ts";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { jobs, webhooks } from "../../app.ts";
import { missedEventJobs } from "../../cards/webhooks.ts";
import { cardToken, connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { reconcileAttempts } from "./attempts.ts";
import { saveCard } from "./card.ts";
import { findMembership, findOpenAttempt, settleAttempt, startAttempt } from "./store.ts";

// Responses and webhooks of the provider that are lost, and processes that die between the steps of a purchase.

const server = testServer();
const monthly = "price_plumbline_monthly";

const provider = cardSandbox(server);
beforeEach(async () => {
  await provider.clearFaults();
});

const buy = async (person: Person) =>
  server.call(subscribe, { body: { token: await cardToken(server.context), plan_id: monthly } }, person.token);
const bills = async (person: Person) =>
  (await server.call(listPayments, { query: {} }, person.token)).body.entries.map(({ total }) => total);

test("W-07 webhooks that never arrived are read from the provider's own list", async () => {
  const customer = await payMembership(server.context, await makeMember(server.context, "customer"));
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  const { accountId } = (await findPayoutAccount(server.context.db, advisor.id)) as { accountId: string };
  const { subscriptionId } = (await findMembership(server.context.db, customer.id)) as { subscriptionId: string };
  // A late webhook of the purchase would read the subscription after it was cancelled.
  await provider.eventsHandled();
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  await server.context.cards.stripe.subscriptions.cancel(subscriptionId);
  await provider.control("POST", `accounts/${accountId}`, { disconnect: true });
  expect((await findMembership(server.context.db, customer.id))?.status).toBe("active");
  await missedEventJobs(webhooks)[0]?.run(server.context);
  expect((await findMembership(server.context.db, customer.id))?.status).toBe("canceled");
  expect(await findPayoutAccount(server.context.db, advisor.id)).toBeNull();
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(missedEventJobs([]).map(({ name }) => name)));
});

test("W-07 a purchase whose response is lost is retried under its idempotency key and charges once", async () => {
  const person = await makeMember(server.context, "customer");
  await provider.fault({ kind: "timeout_after", method: "POST", path: "/v1/subscriptions" });
  expect((await buy(person)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(await bills(person)).toEqual([250]);
});

test("decision 20 a customer whom the provider no longer knows has no card and can save a new one", async () => {
  const person = await payMembership(server.context, await makeMember(server.context, "customer"));
  const before = (await findMembership(server.context.db, person.id))?.providerCustomerId as string;
  await server.context.cards.stripe.customers.del(before);
  await expect.poll(async () => (await server.call(defaultCard, {}, person.token)).body).toBeNull();
  expect((await server.call(readMembership, {}, person.token)).status).toBe(200);
  expect((await server.call(listPayments, {}, person.token)).status).toBe(200);
  const token = await cardToken(server.context);
  expect((await server.call(updateCard, { body: { token } }, person.token)).body).toMatchObject({ last4: "4242" });
  expect((await findMembership(server.context.db, person.id))?.providerCustomerId).not.toBe(before);
});

test("decision 48 a card token of more than one line is refused beside its field", async () => {
  const person = await makeMember(server.context, "customer");
  for (const token of ["tok_\nvisa", "tok_ visa", "tok_vis\u00e9", "x".repeat(256)]) {
    const refused = await server.call(updateCard, { body: { token } }, person.token);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["token"]]);
  }
});

/** Where processes share a database, an open attempt may be another's: it is left alone for a minute and a half. */
const afterAnotherProcessGaveUp = () => server.clock.advance(2 * 60 * 1000);

test("W-07 if the provider is down, nothing is charged, the error says so, and the next try works", async () => {
  const person = await makeMember(server.context, "customer");
  await provider.fault({ kind: "500", method: "POST", path: "/v1/subscriptions", times: 3 });
  const down = await buy(person);
  expect([down.status, down.body.body.status, down.body.stripe_setup]).toEqual([200, "error", false]);
  afterAnotherProcessGaveUp();
  expect((await buy(person)).body.body.status).toBe("success");
  expect(await bills(person)).toEqual([250]);
});

test("W-07 if the provider charges and then answers 500, its stored state counts", async () => {
  const person = await makeMember(server.context, "customer");
  await provider.fault({ kind: "500_after", method: "POST", path: "/v1/subscriptions", times: 3 });
  expect((await buy(person)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(await bills(person)).toEqual([250]);
});

test("W-07 a provider that refuses to tell of a purchase that it has charged has not refused the purchase", async () => {
  const person = await makeMember(server.context, "customer");
  await provider.fault({ kind: "forbidden", method: "GET", path: "/v1/subscriptions" });
  expect((await buy(person)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(await bills(person)).toEqual([250]);
});

test("W-07 a process killed before it asked the provider leaves an attempt that the next start closes", async () => {
  const person = await makeMember(server.context, "customer");
  await startAttempt(server.context.db, person.id, monthly, server.context.clock.now());
  afterAnotherProcessGaveUp();
  await reconcileAttempts(server.context);
  expect(await findOpenAttempt(server.context.db, person.id)).toBeNull();
  expect((await buy(person)).body.body.status).toBe("success");
});

test("W-07 a purchase that the provider does not know yet is not given up at once: it may still be on its way", async () => {
  const person = await makeMember(server.context, "customer");
  await startAttempt(server.context.db, person.id, monthly, server.context.clock.now());
  await server.context.db.execute(
    sql`update subscription_attempts set held_until = now() where member_id = ${person.id}`,
  );
  await reconcileAttempts(server.context);
  expect((await buy(person)).status).toBe(409);
  expect(await findOpenAttempt(server.context.db, person.id)).not.toBeNull();
  afterAnotherProcessGaveUp();
  expect((await buy(person)).body.body.status).toBe("success");
  expect(await bills(person)).toEqual([250]);
});

test("W-07 a process that was stopped for so long that its purchase was given up does not make it any more", async () => {
  const person = await makeMember(server.context, "customer");
  const { customers } = server.context.cards.stripe;
  const update = customers.update.bind(customers);
  // Between the card and the purchase another process settles the attempt.
  vi.spyOn(customers, "update").mockImplementationOnce((async (...given: Parameters<typeof update>) => {
    const left = await findOpenAttempt(server.context.db, person.id);
    await settleAttempt(server.context.db, left?.id ?? 0, "failed");
    return update(...given);
  }) as typeof update);
  expect((await buy(person)).body.body.status).toBe("error");
  expect(await bills(person)).toEqual([]);
});

test("W-07 a process killed after the provider charged leaves a membership that the next start, or the next press, finds", async () => {
  const [started, pressed] = [await killedAfterCharge(), await killedAfterCharge()];
  afterAnotherProcessGaveUp();
  await reconcileAttempts(server.context);
  expect((await server.call(readMembership, {}, started.token)).body.stripe_setup).toBe(true);
  expect((await buy(pressed)).status).toBe(409);
  expect([await bills(started), await bills(pressed)]).toEqual([[250], [250]]);
});

/** The attempt is open, the provider has charged, and nothing of it is recorded: as after a kill between the two. */
async function killedAfterCharge(): Promise<Person> {
  const person = await makeMember(server.context, "customer");
  await startAttempt(server.context.db, person.id, monthly, server.context.clock.now());
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  const { customerId: customer } = await saveCard(server.context, person.member, await cardToken(server.context));
  await server.context.cards.stripe.subscriptions.create({ customer, items: [{ price: monthly }] });
  return person;
}
