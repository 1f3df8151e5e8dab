import { readLedger } from "@plumbline/contract/back-office/ledger.ts";
import { readOwnClosure } from "@plumbline/contract/closure/contract.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import {
  type ConcernedPayment,
  listConcernedPayments,
  listPayments,
  readMembership,
} from "@plumbline/contract/membership/contract.ts";
import { readSpending } from "@plumbline/contract/spending/contract.ts";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { webhooks } from "../../app.ts";
import { missedEventJobs } from "../../cards/webhooks.ts";
import { payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { disputes } from "../invoices/schema.ts";
import { endRevokedMemberships } from "./returned-payments.ts";
import { memberships } from "./schema.ts";

// Membership payments that are refunded, disputed or subject to a bank's inquiry (ADR-018).

const server = testServer();
const provider = cardSandbox(server);
const fraudulent = "4000000000000259";
const inquiry = "4000000000001976";
let staff: Person;

beforeAll(async () => {
  staff = await makeStaff(server.context, { name: "Rosalind Hale" });
});
afterEach(() => provider.clearFaults());

const member = async (number?: string, plan: "monthly" | "annual" = "annual") =>
  payMembership(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }), {
    plan,
    ...(number ? { number } : {}),
  });
const read = async (person: Person) => (await server.call(readMembership, {}, person.token)).body;
const bills = async (person: Person) => (await server.call(listPayments, { query: {} }, person.token)).body.entries;
const staffSee = async (person: Person): Promise<ConcernedPayment | undefined> =>
  (await server.call(listConcernedPayments, { query: { page: 1 } }, staff.token)).body.entries.find(
    (entry) => entry.member.id === person.id,
  );
const subjects = async (email: string) => (await server.mailsTo(email)).map(({ subject }) => subject);
const stripe = () => server.context.cards.stripe;

async function membershipOf(person: Person) {
  const [row] = await server.context.db.select().from(memberships).where(eq(memberships.memberId, person.id));
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
  expect.poll(async () => (await staffSee(person))?.dispute?.state).toBe(state);

test("B-09 a disputed membership stays active, and member, staff and Billing see that it is disputed", async () => {
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
  const team = await server.mailsTo("team@plumbline.test");
  expect(team[0]?.subject).toBe("A membership is disputed: Priya Raman");
  expect(team[0]?.links).toContain(`${server.url}/back-office/memberships`);
});

test("G-53 B-09 the dispute of a membership's payment keeps its payer's account open", async () => {
  const person = await member(fraudulent);
  await staffHaveHeard(person, "open");
  const { obstacles } = (await server.call(readOwnClosure, {}, person.token)).body;
  const label = "The dispute about a membership payment";
  expect(obstacles).toEqual([{ kind: "dispute", id: expect.any(Number), label, path: "/billing" }]);
});

test("B-09 a lost dispute ends the membership at once, here and at the provider, and says why", async () => {
  const person = await member(fraudulent);
  await staffHaveHeard(person, "open");
  await stripe().disputes.close((await disputeOf(person)).id);
  await staffHaveHeard(person, "lost");
  await expect.poll(async () => (await read(person)).stripe_setup).toBe(false);
  await expect.poll(() => atProvider(person)).toBe("canceled");
  expect(await read(person)).toMatchObject({
    current_package: null,
    disputed: null,
    allowed_actions: ["subscribe"],
    ended_because: "Your bank has given the payment of your membership back to you, so your membership has ended.",
  });
  expect(await bills(person)).toMatchObject([{ status: "paid", dispute: "lost", given_back: 2500 }]);
  const { body: spent } = await server.call(readSpending, { query: {} }, person.token);
  expect(spent.shown).toMatchObject({ membership: 0, total: 0 });
  expect((await staffSee(person))?.ended).toBe(true);
  const letters = await server.mailsTo(person.email);
  expect(letters.find(({ subject }) => subject === "Your membership has ended")?.text).toContain("Your bank has given");
  expect(letters.map(({ subject }) => subject)).toContain("Your bank has given back £2,500.00 of your membership");
  expect(await subjects("team@plumbline.test")).toContain("A dispute of a membership is lost: Priya Raman");

  const again = await payMembership(server.context, person);
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

test("B-09 a bank's inquiry is shown to staff and changes nothing for the member", async () => {
  const person = await member(inquiry);
  await staffHaveHeard(person, "inquiry");
  expect(await read(person)).toMatchObject({ stripe_setup: true, disputed: null });
  expect(await subjects("team@plumbline.test")).toContain("A bank asks about a membership: Priya Raman");
  await stripe().disputes.close((await disputeOf(person)).id);
  await staffHaveHeard(person, "inquiry_closed");
  expect((await read(person)).stripe_setup).toBe(true);
});

test("B-09 a partial refund keeps the membership; refunding the rest ends it at once", async () => {
  const person = await member();
  const charge = await chargeOf(person);
  await stripe().refunds.create({ charge: charge.id, amount: 50_000 });
  await expect.poll(async () => (await staffSee(person))?.refunded).toBe(500);
  expect((await read(person)).stripe_setup).toBe(true);
  expect(await bills(person)).toMatchObject([{ status: "paid", refunded: 500 }]);
  expect(await subjects(person.email)).toContain("A refund of your membership: £500.00");
  await stripe().refunds.create({ charge: charge.id });
  await expect.poll(async () => (await read(person)).stripe_setup).toBe(false);
  await expect.poll(() => atProvider(person)).toBe("canceled");
  expect((await read(person)).ended_because).toBe(
    "We have given the payment of your membership back to you in full, so your membership has ended.",
  );
  expect(await bills(person)).toMatchObject([{ status: "refunded", refunded: 2500 }]);
});

test("G-45 B-09 each refund of a membership's payment stays on its own day in the ledger, also when the payment is reported again", async () => {
  const person = await member();
  const { id } = await chargeOf(person);
  const given = async () => {
    const query = { kind: "membership_refund", member: person.id } as const;
    return (await server.call(readLedger, { query }, staff.token)).body.entries;
  };
  const refund = async (amount: number, expected: number) => {
    const { id: refundId } = await stripe().refunds.create({ charge: id, amount });
    await expect.poll(async () => (await staffSee(person))?.refunded).toBe(expected);
    return refundId;
  };
  const first = await refund(50_000, 500);
  const before = await given();
  expect(before).toMatchObject([{ gross: -500, ours: -500, provider_id: first }]);

  const tenDays = 10 * dayMs;
  server.clock.advance(tenDays);
  server.sandbox.stripe?.advance(tenDays / 1000);
  const second = await refund(20_000, 700);
  const both = await given();
  expect(both).toMatchObject([{ gross: -200, provider_id: second }, before[0]]);
  const days = both.map(({ at }) => Date.parse(at)) as [number, number];
  expect(days[0] - days[1]).toBeGreaterThanOrEqual(tenDays);

  const { data } = await stripe().events.list({ types: ["charge.refunded"], limit: 100 });
  const told = data.filter(({ data: { object } }) => (object as { id: string }).id === id);
  expect(told).toHaveLength(2);
  for (const event of told) expect(await provider.deliver({ ...event, id: `${event.id}_again` } as never)).toBe(200);
  expect(await given()).toEqual(both);
});

test("B-09 a refund of a past period does not end the membership", async () => {
  const person = await member(undefined, "monthly");
  const old = await chargeOf(person);
  server.sandbox.stripe?.advance(32 * 86_400);
  const renewed = async () => (await chargeOf(person)).id !== old.id;
  await expect.poll(renewed).toBe(true);
  await stripe().refunds.create({ charge: old.id });
  await expect.poll(async () => (await staffSee(person))?.refunded).toBe(250);
  expect((await read(person)).stripe_setup).toBe(true);
  expect(await atProvider(person)).toBe("active");
});

test("B-09 a refund that the bank sends back is notified, and Billing no longer shows it", async () => {
  const person = await member("4000000000005126");
  await stripe().refunds.create({ charge: (await chargeOf(person)).id, amount: 10_000 });
  await expect.poll(async () => (await staffSee(person))?.refunded).toBe(100);
  server.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await staffSee(person))?.refunded).toBe(0);
  const query = { kind: "membership_refund", member: person.id } as const;
  expect((await server.call(readLedger, { query }, staff.token)).body.entries).toEqual([]);
  expect(await subjects(person.email)).toContain("A refund of your membership did not arrive");
});

test("B-09 with duplicate, late and reordered webhooks, a lost dispute is recorded once and ends the membership once", async () => {
  await provider.fault({ kind: "drop_webhooks", times: 100 });
  const person = await member(fraudulent);
  const dispute = await disputeOf(person);
  await stripe().disputes.close(dispute.id);
  await provider.clearFaults();
  const { data } = await stripe().events.list({ limit: 100 });
  const told = data.filter(
    (event) => event.type.startsWith("charge.dispute.") && (event.data.object as { id: string }).id === dispute.id,
  );
  for (const event of told)
    for (const copy of [event, event, { ...event, id: `${event.id}_again` }])
      expect(await provider.deliver(copy)).toBe(200);
  expect(await server.context.db.select().from(disputes).where(eq(disputes.providerId, dispute.id))).toMatchObject([
    { state: "lost" },
  ]);
  expect((await read(person)).stripe_setup).toBe(false);
  expect((await subjects(person.email)).filter((subject) => subject === "Your membership has ended")).toHaveLength(1);
});

test("B-09 if the provider is down when a membership has to end, access ends and the sweep cancels the subscription", async () => {
  await provider.fault({ kind: "drop_webhooks", times: 100 });
  const person = await member();
  await stripe().refunds.create({ charge: (await chargeOf(person)).id });
  await provider.fault({ kind: "500", method: "DELETE", path: "/v1/subscriptions/*", times: 3 });
  await missedEventJobs(webhooks)[0]?.run(server.context);
  expect((await membershipOf(person)).status).toBe("active");
  const [row] = await server.context.db.select().from(memberships).where(eq(memberships.memberId, person.id));
  expect(row?.revokedBecause).toBe("refunded");
  expect((await read(person)).stripe_setup).toBe(false);
  await provider.clearFaults();
  await endRevokedMemberships(server.context);
  expect(await atProvider(person)).toBe("canceled");
});

test("B-09 only staff can read the list of refunds and disputes", async () => {
  const person = await member();
  expect((await server.call(listConcernedPayments, { query: { page: 1 } }, person.token)).status).toBe(404);
  const open = await server.call(listConcernedPayments, { query: { page: 1, dispute: "open" } }, staff.token);
  expect(open.body.entries.every(({ dispute }) => dispute?.state === "open" || dispute?.state === "inquiry")).toBe(
    true,
  );
});
