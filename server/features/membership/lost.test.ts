import {
  defaultCard,
  listPayments,
  readMembership,
  subscribe,
  updateCard,
} from "@plumbline/contract/membership/contract.ts";
import { beforeEach, expect, test } from "vitest";
import { jobs, webhooks } from "../../app.ts";
import { cardToken, connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { missedEvents } from "../../platform/webhooks.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { reconcileAttempts } from "./attempts.ts";
import { providerCustomerOf, putCard } from "./card.ts";
import { findMembership, findOpenAttempt, startAttempt } from "./store.ts";

// What is lost between us and the provider, and between the steps of a purchase.

const world = aWorld();
const monthly = "price_plumbline_monthly";

const provider = cardSandbox(world);
beforeEach(async () => {
  await provider.mend();
});

const buy = async (person: Person) =>
  world.call(subscribe, { body: { token: await cardToken(world.house), plan_id: monthly } }, person.token);
const bills = async (person: Person) =>
  (await world.call(listPayments, { query: {} }, person.token)).body.entries.map(({ total }) => total);

test("W-07 a purchase whose answer is lost is asked for again under its key, and charges once", async () => {
  const person = await makeMember(world.house, "customer");
  await provider.fault({ kind: "timeout_after", method: "POST", path: "/v1/subscriptions" });
  expect((await buy(person)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(await bills(person)).toEqual([250]);
});

test("decision 48 a customer whom the provider no longer knows has no card, and may bring one again", async () => {
  const person = await payMembership(world.house, await makeMember(world.house, "customer"));
  const before = (await findMembership(world.house.db, person.id))?.providerCustomerId as string;
  await world.house.cards.stripe.customers.del(before);
  expect((await world.call(defaultCard, {}, person.token)).body).toBeNull();
  expect((await world.call(readMembership, {}, person.token)).status).toBe(200);
  expect((await world.call(listPayments, {}, person.token)).status).toBe(200);
  const token = await cardToken(world.house);
  expect((await world.call(updateCard, { body: { token } }, person.token)).body).toMatchObject({ last4: "4242" });
  expect((await findMembership(world.house.db, person.id))?.providerCustomerId).not.toBe(before);
});

test("decision 48 a card token of more than one line is refused beside its field", async () => {
  const person = await makeMember(world.house, "customer");
  for (const token of ["tok_\nvisa", "tok_ visa", "tok_vis\u00e9", "x".repeat(256)]) {
    const refused = await world.call(updateCard, { body: { token } }, person.token);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["token"]]);
  }
});

/** Where processes share a database, an open attempt may be another's: it is left alone for a minute and a half. */
const afterAnotherProcessGaveUp = () => world.clock.advance(2 * 60 * 1000);

test("W-07 a provider that is down takes nothing, says so, and the next try goes through", async () => {
  const person = await makeMember(world.house, "customer");
  await provider.fault({ kind: "500", method: "POST", path: "/v1/subscriptions", times: 3 });
  const down = await buy(person);
  expect([down.status, down.body.body.status, down.body.stripe_setup]).toEqual([200, "error", false]);
  afterAnotherProcessGaveUp();
  expect((await buy(person)).body.body.status).toBe("success");
  expect(await bills(person)).toEqual([250]);
});

test("W-07 a provider that charges and then only says 500 is believed by what it has, not by what it said", async () => {
  const person = await makeMember(world.house, "customer");
  await provider.fault({ kind: "500_after", method: "POST", path: "/v1/subscriptions", times: 3 });
  expect((await buy(person)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
  expect(await bills(person)).toEqual([250]);
});

test("W-07 a process killed before it asked the provider leaves an attempt that the next start closes", async () => {
  const person = await makeMember(world.house, "customer");
  await startAttempt(world.house.db, person.id, monthly, world.house.clock.now());
  afterAnotherProcessGaveUp();
  await reconcileAttempts(world.house);
  expect(await findOpenAttempt(world.house.db, person.id)).toBeNull();
  expect((await buy(person)).body.body.status).toBe("success");
});

test("W-07 a process killed after the provider charged leaves a membership that the next start, or the next press, finds", async () => {
  const [started, pressed] = [await killedAfterCharge(), await killedAfterCharge()];
  await reconcileAttempts(world.house);
  expect((await world.call(readMembership, {}, started.token)).body.stripe_setup).toBe(true);
  expect((await buy(pressed)).status).toBe(409);
  expect([await bills(started), await bills(pressed)]).toEqual([[250], [250]]);
});

test("W-07 webhooks that never arrived are read from the provider's own list", async () => {
  const customer = await payMembership(world.house, await makeMember(world.house, "customer"));
  const advisor = await connectPayouts(world.house, await makeMember(world.house, "advisor"));
  const { accountId } = (await findPayoutAccount(world.house.db, advisor.id)) as { accountId: string };
  const { subscriptionId } = (await findMembership(world.house.db, customer.id)) as { subscriptionId: string };
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  await world.house.cards.stripe.subscriptions.cancel(subscriptionId);
  await provider.control("POST", `accounts/${accountId}`, { disconnect: true });
  expect((await findMembership(world.house.db, customer.id))?.status).toBe("active");
  await missedEvents(webhooks)[0]?.run(world.house);
  expect((await findMembership(world.house.db, customer.id))?.status).toBe("canceled");
  expect(await findPayoutAccount(world.house.db, advisor.id)).toBeNull();
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(missedEvents([]).map(({ name }) => name)));
});

/** The attempt is open, the provider has charged, and nothing of it is recorded: as after a kill between the two. */
async function killedAfterCharge(): Promise<Person> {
  const person = await makeMember(world.house, "customer");
  await startAttempt(world.house.db, person.id, monthly, world.house.clock.now());
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  const customer = await providerCustomerOf(world.house, person.member);
  await putCard(world.house, customer, await cardToken(world.house));
  await world.house.cards.stripe.subscriptions.create({ customer, items: [{ price: monthly }] });
  return person;
}
