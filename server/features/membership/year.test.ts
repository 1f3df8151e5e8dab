import {
  cancelPlan,
  listPayments,
  payOverdue,
  readMembership,
  resumePlan,
  updateCard,
} from "@plumbline/contract/membership/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test, vi } from "vitest";
import { answerBank, cardToken, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { endLateMemberships } from "./overdue.ts";
import { findMembership } from "./store.ts";

// The provider's clock is moved, and everything that follows is its webhooks'.

const world = aWorld();
const day = 86_400;

const profileOf = async (person: Person) =>
  (await world.call(readOwnProfile, { params: { role: "customers" } }, person.token)).body;
const isSetUp = async (person: Person) => (await profileOf(person)).stripe_setup;
const statusOf = async (person: Person) => (await findMembership(world.house.db, person.id))?.status;
const newMember = async (payment = {}) =>
  payMembership(world.house, await makeMember(world.house, "customer"), payment);
/** Webhooks arrive when they arrive. */
const until = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 15_000, interval: 50 });
/** Moves the provider's clock to the person's renewal: its bill is charged an hour after the period's end. */
const renew = async (person: Person) => {
  const end = (await findMembership(world.house.db, person.id))?.currentPeriodEnd as Date;
  await fetch(`${world.house.cards.settings.sandboxUrl}/sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ now: end.getTime() / 1000 + 2 * 3600 }),
  });
};
const putCard = async (person: Person, number: string) =>
  world.call(updateCard, { body: { token: await cardToken(world.house, number) } }, person.token);

test("B-04 a year of renewals is followed by webhooks alone, and every bill has its row", async () => {
  const person = await newMember();
  for (let month = 0; month < 12; month += 1) world.sandbox.stripe?.advance(31 * day);
  const started = (await findMembership(world.house.db, person.id))?.currentPeriodEnd as Date;
  await until(async () => {
    const { body } = await world.call(listPayments, { query: { page: 2 } }, person.token);
    const end = (await findMembership(world.house.db, person.id))?.currentPeriodEnd as Date;
    return body.pagination.total_count === 13 && end.getTime() - started.getTime() > 340 * day * 1000;
  });
  const page = (await world.call(listPayments, { query: { page: 2 } }, person.token)).body;
  expect(page.entries).toHaveLength(3);
  expect(page.entries.every(({ total, status }) => total === 250 && status === "paid")).toBe(true);
  expect(await isSetUp(person)).toBe(true);
});

test("B-05 a cancelled membership ends with its period: the package goes, and so does the flag", async () => {
  const person = await newMember();
  await world.call(cancelPlan, {}, person.token);
  world.sandbox.stripe?.advance(20 * day);
  expect(await isSetUp(person)).toBe(true);
  world.sandbox.stripe?.advance(12 * day);
  await until(async () => !(await isSetUp(person)));
  expect((await profileOf(person)).current_package).toBeNull();
  expect((await world.call(resumePlan, {}, person.token)).status).toBe(409);
  const letters = (await world.mailsTo(person.email)).map(({ subject }) => subject);
  expect(letters.slice(0, 2)).toEqual(["Your membership has ended", "Your membership has been cancelled"]);
});

test("B-10 a renewal that fails is told, keeps access for seven days, and a new card settles it at once", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const { body } = await world.call(readMembership, {}, person.token);
  expect(body).toMatchObject({ stripe_setup: true, allowed_actions: ["pay", "cancel"], overdue: { amount: 250 } });
  expect((await world.mailsTo(person.email))[0]?.subject).toBe("Your membership could not be renewed");

  const refused = await world.call(payOverdue, {}, person.token);
  expect(refused.body.body).toEqual({ status: "error", message: "Your card was declined." });
  await putCard(person, "4242424242424242");
  expect((await world.call(readMembership, {}, person.token)).body).toMatchObject({
    current_package: { status: "active" },
    overdue: null,
  });
});

test("B-10 a renewal that the bank wants confirmed waits for its holder, who pays it in the page", async () => {
  const person = await newMember();
  await putCard(person, "4000002760003184");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const asked = await world.call(payOverdue, {}, person.token);
  expect(asked.body).toMatchObject({ body: { status: "requires_action" }, stripe_setup: true });
  await answerBank(world.house, asked.body.body.client_secret as string, "complete");
  expect((await world.call(readMembership, {}, person.token)).body).toMatchObject({
    current_package: { status: "active" },
    overdue: null,
  });
});

test("B-10 nobody pays: after the grace access ends, nothing is tried any more, and a plan can be bought again", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  world.sandbox.stripe?.advance(6 * day);
  await endLateMemberships(world.house);
  expect(await isSetUp(person)).toBe(true);
  world.sandbox.stripe?.advance(1 * day);
  await endLateMemberships(world.house);
  expect(await isSetUp(person)).toBe(false);
  expect(await statusOf(person)).toBe("canceled");
  const bills = (await world.call(listPayments, { query: {} }, person.token)).body.entries;
  expect(bills.map(({ status }) => status)).toEqual(["void", "paid"]);
  expect((await world.mailsTo(person.email))[0]?.subject).toBe("Your membership has ended");
  expect((await payMembership(world.house, person)).member.stripeSetup).toBe(true);
});

test("B-05 cancelling a membership whose renewal failed ends it at once and charges nothing", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const { body } = await world.call(cancelPlan, {}, person.token);
  expect(body).toMatchObject({ body: { status: "success" }, stripe_setup: false, current_package: null });
});
