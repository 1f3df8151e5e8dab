import {
  type ConcernedPayment,
  listConcernedPayments,
  listPayments,
  readMembership,
} from "@plumbline/contract/membership/contract.ts";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { webhooks } from "../../app.ts";
import { payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { missedEvents } from "../../platform/webhooks.ts";
import { disputes, memberships } from "../../schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { endRevokedMemberships } from "./given-back.ts";

// A payment of a membership that goes back to its payer, and one that a bank asks about (decision 018).

const world = aWorld();
const provider = cardSandbox(world);
const fraudulent = "4000000000000259";
const inquiry = "4000000000001976";
let staff: Person;

beforeAll(async () => {
  staff = await makeStaff(world.house, { name: "Rosalind Hale" });
});
afterEach(() => provider.mend());

const member = async (number?: string, plan: "monthly" | "annual" = "annual") =>
  payMembership(world.house, await makeMember(world.house, "customer", { name: "Priya Raman" }), {
    plan,
    ...(number ? { number } : {}),
  });
const read = async (person: Person) => (await world.call(readMembership, {}, person.token)).body;
const bills = async (person: Person) => (await world.call(listPayments, { query: {} }, person.token)).body.entries;
const staffSee = async (person: Person): Promise<ConcernedPayment | undefined> =>
  (await world.call(listConcernedPayments, { query: { page: 1 } }, staff.token)).body.entries.find(
    (entry) => entry.member.id === person.id,
  );
const subjects = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject);
const stripe = () => world.house.cards.stripe;

async function membershipOf(person: Person) {
  const [row] = await world.house.db.select().from(memberships).where(eq(memberships.memberId, person.id));
  return row as typeof memberships.$inferSelect;
}
async function chargeOf(person: Person) {
  const customer = (await membershipOf(person)).providerCustomerId as string;
  const { data } = await stripe().charges.list({ customer });
  return data[0] as (typeof data)[number];
}
async function disputeOf(person: Person) {
  const { data } = await stripe().disputes.list({ charge: (await chargeOf(person)).id });
  return data[0] as (typeof data)[number];
}
const atProvider = async (person: Person) =>
  (await stripe().subscriptions.retrieve((await membershipOf(person)).subscriptionId as string)).status;
const staffHaveHeard = (person: Person, state: string) =>
  expect.poll(async () => (await staffSee(person))?.dispute?.state, { timeout: 10_000 }).toBe(state);

test("B-09 a disputed membership goes on, and member, staff and Billing say that it is disputed", async () => {
  const person = await member(fraudulent);
  await staffHaveHeard(person, "open");
  expect(await read(person)).toMatchObject({
    stripe_setup: true,
    disputed: { amount: 2500, opened_at: expect.any(String) },
    ended_because: null,
  });
  expect(await bills(person)).toMatchObject([{ status: "paid", dispute: "open", refunded: 0, total: 2500 }]);
  expect(await staffSee(person)).toMatchObject({
    amount: 2500,
    refunded: 0,
    ended: false,
    member: { email: person.email },
    dispute: { provider_id: (await disputeOf(person)).id, respond_by: expect.any(String) },
  });
  expect(await subjects(person.email)).toContain("A payment of your membership is disputed");
  const team = await world.mailsTo("team@plumbline.test");
  expect(team[0]?.subject).toBe("A membership is disputed: Priya Raman");
  expect(team[0]?.links).toContain(`${world.url}/back-office/memberships`);
});

test("B-09 a lost dispute ends the membership at once, here and at the provider, and says why", async () => {
  const person = await member(fraudulent);
  await staffHaveHeard(person, "open");
  await stripe().disputes.close((await disputeOf(person)).id);
  await staffHaveHeard(person, "lost");
  await expect.poll(async () => (await read(person)).stripe_setup, { timeout: 10_000 }).toBe(false);
  await expect.poll(() => atProvider(person), { timeout: 10_000 }).toBe("canceled");
  expect(await read(person)).toMatchObject({
    current_package: null,
    disputed: null,
    allowed_actions: ["subscribe"],
    ended_because: "Your bank has given the payment of your membership back to you, so your membership has ended.",
  });
  expect(await bills(person)).toMatchObject([{ status: "paid", dispute: "lost" }]);
  expect((await staffSee(person))?.ended).toBe(true);
  const letters = await world.mailsTo(person.email);
  expect(letters.find(({ subject }) => subject === "Your membership has ended")?.text).toContain("Your bank has given");
  expect(letters.map(({ subject }) => subject)).toContain("Your bank has given back £2,500.00 of your membership");
  expect(await subjects("team@plumbline.test")).toContain("A dispute of a membership is lost: Priya Raman");

  const again = await payMembership(world.house, person);
  expect(again.member.stripeSetup).toBe(true);
  expect((await read(person)).ended_because).toBeNull();
});

test("B-09 a dispute that is won changes nothing", async () => {
  const person = await member(fraudulent);
  await staffHaveHeard(person, "open");
  await stripe().disputes.update((await disputeOf(person)).id, {
    evidence: { uncategorized_text: "winning_evidence" },
    submit: true,
  });
  await staffHaveHeard(person, "won");
  expect(await read(person)).toMatchObject({ stripe_setup: true, disputed: null });
  expect(await atProvider(person)).toBe("active");
  expect(await bills(person)).toMatchObject([{ status: "paid", dispute: "won" }]);
  expect(await subjects(person.email)).toContain("The payment of your membership stands");
});

test("B-09 a bank's inquiry is the staff's to answer, and takes nothing", async () => {
  const person = await member(inquiry);
  await staffHaveHeard(person, "inquiry");
  expect(await read(person)).toMatchObject({ stripe_setup: true, disputed: null });
  expect(await subjects("team@plumbline.test")).toContain("A bank asks about a membership: Priya Raman");
  await stripe().disputes.close((await disputeOf(person)).id);
  await staffHaveHeard(person, "inquiry_closed");
  expect((await read(person)).stripe_setup).toBe(true);
});

test("B-09 a refund in part keeps the membership; the rest of it ends it at once", async () => {
  const person = await member();
  const charge = await chargeOf(person);
  await stripe().refunds.create({ charge: charge.id, amount: 50_000 });
  await expect.poll(async () => (await staffSee(person))?.refunded, { timeout: 10_000 }).toBe(500);
  expect((await read(person)).stripe_setup).toBe(true);
  expect(await bills(person)).toMatchObject([{ status: "paid", refunded: 500 }]);
  expect(await subjects(person.email)).toContain("A refund of your membership: £500.00");
  await stripe().refunds.create({ charge: charge.id });
  await expect.poll(async () => (await read(person)).stripe_setup, { timeout: 10_000 }).toBe(false);
  await expect.poll(() => atProvider(person), { timeout: 10_000 }).toBe("canceled");
  expect((await read(person)).ended_because).toBe(
    "We have given the payment of your membership back to you in full, so your membership has ended.",
  );
  expect(await bills(person)).toMatchObject([{ status: "refunded", refunded: 2500 }]);
});

test("B-09 a refund of a period that is used up takes nothing away", async () => {
  const person = await member(undefined, "monthly");
  const old = await chargeOf(person);
  world.sandbox.stripe?.advance(32 * 86_400);
  const renewed = async () => (await chargeOf(person)).id !== old.id;
  await expect.poll(renewed, { timeout: 10_000 }).toBe(true);
  await stripe().refunds.create({ charge: old.id });
  await expect.poll(async () => (await staffSee(person))?.refunded, { timeout: 10_000 }).toBe(250);
  expect((await read(person)).stripe_setup).toBe(true);
  expect(await atProvider(person)).toBe("active");
});

test("B-09 a refund that the bank sends back is told, and Billing no longer shows it", async () => {
  const person = await member("4000000000005126");
  await stripe().refunds.create({ charge: (await chargeOf(person)).id, amount: 10_000 });
  await expect.poll(async () => (await staffSee(person))?.refunded, { timeout: 10_000 }).toBe(100);
  world.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await staffSee(person))?.refunded, { timeout: 10_000 }).toBe(0);
  expect(await subjects(person.email)).toContain("A refund of your membership did not arrive");
});

test("B-09 told twice, late and backwards, a lost dispute is one row and one end", async () => {
  await provider.fault({ kind: "drop_webhooks", times: 100 });
  const person = await member(fraudulent);
  const dispute = await disputeOf(person);
  await stripe().disputes.close(dispute.id);
  await provider.mend();
  const { data } = await stripe().events.list({ limit: 100 });
  const told = data.filter(
    (event) => event.type.startsWith("charge.dispute.") && (event.data.object as { id: string }).id === dispute.id,
  );
  for (const event of told)
    for (const copy of [event, event, { ...event, id: `${event.id}_again` }])
      expect(await provider.deliver(copy)).toBe(200);
  expect(await world.house.db.select().from(disputes).where(eq(disputes.providerId, dispute.id))).toMatchObject([
    { state: "lost" },
  ]);
  expect((await read(person)).stripe_setup).toBe(false);
  expect((await subjects(person.email)).filter((subject) => subject === "Your membership has ended")).toHaveLength(1);
});

test("B-09 when the provider is silent as a membership has to end, access ends and the sweep ends the rest", async () => {
  await provider.fault({ kind: "drop_webhooks", times: 100 });
  const person = await member();
  await stripe().refunds.create({ charge: (await chargeOf(person)).id });
  await provider.fault({ kind: "500", method: "DELETE", path: "/v1/subscriptions/*", times: 3 });
  await missedEvents(webhooks)[0]?.run(world.house);
  expect((await membershipOf(person)).status).toBe("active");
  const [row] = await world.house.db.select().from(memberships).where(eq(memberships.memberId, person.id));
  expect(row?.revokedBecause).toBe("refunded");
  expect((await read(person)).stripe_setup).toBe(false);
  await provider.mend();
  await endRevokedMemberships(world.house);
  expect(await atProvider(person)).toBe("canceled");
});

test("B-09 nobody but staff reads the list of refunds and disputes", async () => {
  const person = await member();
  expect((await world.call(listConcernedPayments, { query: { page: 1 } }, person.token)).status).toBe(404);
  const open = await world.call(listConcernedPayments, { query: { page: 1, dispute: "open" } }, staff.token);
  expect(open.body.entries.every(({ dispute }) => dispute?.state === "open" || dispute?.state === "inquiry")).toBe(
    true,
  );
});
