import { dayMs } from "@plumbline/contract/dates.ts";
import {
  cancelPlan,
  listPayments,
  payOverdue,
  readMembership,
  refreshMembership,
  resumePlan,
  sumPayments,
  updateCard,
} from "@plumbline/contract/membership/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { ne } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { answerBank, cardToken, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { endLateMemberships } from "./overdue.ts";
import { sendRenewalNotices } from "./renewal-notices.ts";
import { membershipBilling, memberships } from "./schema.ts";
import { findMembership } from "./store.ts";

// The provider's clock is advanced; everything that follows is caused by its webhooks.

const server = testServer();
const day = 86_400;

const profileOf = async (person: Person) =>
  (await server.call(readOwnProfile, { params: { role: "customers" } }, person.token)).body;
const isSetUp = async (person: Person) => (await profileOf(person)).stripe_setup;
const statusOf = async (person: Person) => (await findMembership(server.context.db, person.id))?.status;
const newMember = async (payment = {}) =>
  payMembership(server.context, await makeMember(server.context, "customer"), payment);
/** Webhooks arrive when they arrive. */
const until = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 45_000, interval: 50 });
/** Moves the provider's clock to the person's renewal: its bill is charged an hour after the period's end. */
const renew = async (person: Person) => {
  const end = (await findMembership(server.context.db, person.id))?.currentPeriodEnd as Date;
  await fetch(`${server.context.cards.settings.sandboxUrl}/sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ now: end.getTime() / 1000 + 2 * 3600 }),
  });
};
const putCard = async (person: Person, number: string) =>
  server.call(updateCard, { body: { token: await cardToken(server.context, number) } }, person.token);

test("B-04 a year of renewals is followed by webhooks alone, and every bill has its row", async () => {
  const person = await newMember();
  for (let month = 0; month < 12; month += 1) server.sandbox.stripe?.advance(31 * day);
  const started = (await findMembership(server.context.db, person.id))?.currentPeriodEnd as Date;
  await until(async () => {
    const { body } = await server.call(listPayments, { query: { page: 2 } }, person.token);
    const end = (await findMembership(server.context.db, person.id))?.currentPeriodEnd as Date;
    return body.pagination.total_count === 13 && end.getTime() - started.getTime() > 340 * day * 1000;
  });
  const page = (await server.call(listPayments, { query: { page: 2 } }, person.token)).body;
  expect(page.entries).toHaveLength(3);
  expect(page.entries.every(({ total, status }) => total === 250 && status === "paid")).toBe(true);
  expect(await isSetUp(person)).toBe(true);
});

test("B-04 every charge sends its receipt, once: the first payment and each renewal, with its period", async () => {
  const person = await newMember();
  await renew(person);
  const receipts = async () =>
    (await server.mailsTo(person.email)).filter(({ subject }) =>
      /^Receipt for your .* membership: £250\.00$/.test(subject),
    );
  await until(async () => (await receipts()).length === 2);
  await server.call(refreshMembership, {}, person.token);
  const [renewal, first] = await receipts();
  expect(await receipts()).toHaveLength(2);
  const periodIn = (text = "") => /Membership: (.*) to (.*)/.exec(text)?.slice(1);
  expect(periodIn(renewal?.text)?.[0]).toBe(periodIn(first?.text)?.[1]);
});

test("B-13 a renewal that costs much is announced a week before, once: of annual plans and of free months", async () => {
  const annual = await newMember({ plan: "annual" });
  const free = await newMember({ coupon: "TWOMONTHS" });
  const [monthly, leaving] = [await newMember(), await newMember({ plan: "annual" })];
  await server.call(cancelPlan, {}, leaving.token);
  // A webhook that arrived later would write over what is written here.
  await cardSandbox(server).eventsHandled();
  const announced = async (person: Person) =>
    (await server.mailsTo(person.email)).filter(({ subject }) => /^Your membership renews on/.test(subject));
  const ending = async (days: number) => {
    const end = new Date(server.clock.now().getTime() + days * dayMs);
    await server.context.db.update(memberships).set({ currentPeriodEnd: end });
    await server.context.db
      .update(membershipBilling)
      .set({ nextPaymentAt: end })
      .where(ne(membershipBilling.memberId, free.id));
    return end;
  };
  await ending(8);
  await sendRenewalNotices(server.context);
  expect(await announced(annual)).toEqual([]);
  const end = await ending(6);
  await sendRenewalNotices(server.context);
  // At the end of the first free month the second begins.
  expect(await announced(free)).toEqual([]);
  await server.context.db.update(membershipBilling).set({ nextPaymentAt: end });
  for (let run = 0; run < 2; run += 1) await sendRenewalNotices(server.context);
  const [mail, ...others] = await announced(annual);
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/Your annual membership renews on .*We charge £2,500\.00 to your saved card then/);
  expect((await announced(free))[0]?.text).toContain("£250.00");
  expect([await announced(monthly), await announced(leaving)]).toEqual([[], []]);
});

test("B-05 a cancelled membership ends with its period, together with the package and the flag", async () => {
  const person = await newMember();
  await server.call(cancelPlan, {}, person.token);
  server.sandbox.stripe?.advance(20 * day);
  expect(await isSetUp(person)).toBe(true);
  server.sandbox.stripe?.advance(12 * day);
  await until(async () => !(await isSetUp(person)));
  expect((await profileOf(person)).current_package).toBeNull();
  expect((await server.call(resumePlan, {}, person.token)).status).toBe(409);
  const letters = (await server.mailsTo(person.email)).map(({ subject }) => subject);
  expect(letters.slice(0, 2)).toEqual(["Your membership has ended", "Your membership has been cancelled"]);
});

test("B-10 a failed renewal is notified, keeps access for seven days, and a new card settles it at once", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const { body } = await server.call(readMembership, {}, person.token);
  expect(body).toMatchObject({ stripe_setup: true, allowed_actions: ["pay", "cancel"], overdue: { amount: 250 } });
  expect((await server.mailsTo(person.email))[0]?.subject).toBe("Your membership could not be renewed");

  const refused = await server.call(payOverdue, {}, person.token);
  expect(refused.body.body).toEqual({ status: "error", message: "Your card was declined." });
  await putCard(person, "4242424242424242");
  expect((await server.call(readMembership, {}, person.token)).body).toMatchObject({
    current_package: { status: "active" },
    overdue: null,
  });
});

test("B-10 a renewal that requires authentication waits for the cardholder, who pays it on the page", async () => {
  const person = await newMember();
  await putCard(person, "4000002760003184");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const asked = await server.call(payOverdue, {}, person.token);
  expect(asked.body).toMatchObject({ body: { status: "requires_action" }, stripe_setup: true });
  await answerBank(server.context, asked.body.body.client_secret as string, "complete");
  expect((await server.call(refreshMembership, {}, person.token)).body).toMatchObject({
    current_package: { status: "active" },
    overdue: null,
  });
});

test("B-10 after an unpaid grace period access ends, the card is not retried, and a plan can be bought again", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  server.sandbox.stripe?.advance(6 * day);
  await endLateMemberships(server.context);
  expect(await isSetUp(person)).toBe(true);
  server.sandbox.stripe?.advance(1 * day);
  await endLateMemberships(server.context);
  expect(await isSetUp(person)).toBe(false);
  expect(await statusOf(person)).toBe("canceled");
  const bills = (await server.call(listPayments, { query: {} }, person.token)).body.entries;
  expect(bills.map(({ status }) => status)).toEqual(["void", "paid"]);
  expect((await server.mailsTo(person.email))[0]?.subject).toBe("Your membership has ended");
  expect((await payMembership(server.context, person)).member.stripeSetup).toBe(true);
});

test.each([
  [
    "a plan is bought again",
    async (person: Person) => (await payMembership(server.context, person)).member.stripeSetup,
    ["paid", "void", "paid"],
  ],
  [
    "another card is saved",
    async (person: Person) => (await putCard(person, "4242424242424242")).status === 200,
    ["void", "paid"],
  ],
])("B-10 when the grace is over and %s, the failed renewal is not charged", async (_, act, bills) => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  // Before the hourly job has ended it at the provider.
  server.sandbox.stripe?.advance(7 * day);
  expect(await act(person)).toBe(true);
  const listed = (await server.call(listPayments, { query: {} }, person.token)).body.entries;
  expect(listed.map(({ status }) => status)).toEqual(bills);
});

test("B-10 a bill that the provider left open as it ended the membership is not to be paid any more", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const subscription = (await findMembership(server.context.db, person.id))?.subscriptionId as string;
  await server.context.cards.stripe.subscriptions.cancel(subscription);
  await until(async () => {
    const listed = (await server.call(listPayments, { query: {} }, person.token)).body.entries;
    return listed.map(({ status }) => status).join() === "void,paid";
  });
  expect((await server.call(sumPayments, { query: {} }, person.token)).body.unpaid).toBe(0);
});

test("B-05 cancelling a membership whose renewal failed ends it at once and charges nothing", async () => {
  const person = await newMember();
  await putCard(person, "4000000000000341");
  await renew(person);
  await until(async () => (await statusOf(person)) === "past_due");
  const { body } = await server.call(cancelPlan, {}, person.token);
  expect(body).toMatchObject({ body: { status: "success" }, stripe_setup: false, current_package: null });
});
