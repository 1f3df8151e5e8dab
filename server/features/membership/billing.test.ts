import { defaultCard, listPayments, readMembership } from "@plumbline/contract/membership/contract.ts";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { jobs } from "../../app.ts";
import { cardToken, payMembership } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { memberChangedTopic } from "../notifications/topics.ts";
import { findBilling, writeBilling } from "./billing-store.ts";
import { refreshStaleCustomers } from "./jobs.ts";
import { membershipBilling, membershipBills } from "./schema.ts";
import { findMembership } from "./store.ts";

// The provider's data about a customer is read from our database, whether or not the provider is reachable (ADR-019).

const server = testServer();
const provider = cardSandbox(server);
const stripe = () => server.context.cards.stripe;
const member = async () => payMembership(server.context, await makeMember(server.context, "customer"));
const read = async (person: Person) => (await server.call(readMembership, {}, person.token)).body;
const card = async (person: Person) => server.call(defaultCard, {}, person.token);
const bills = async (person: Person) => (await server.call(listPayments, { query: {} }, person.token)).body.entries;
const customerOf = async (person: Person) =>
  (await findMembership(server.context.db, person.id))?.providerCustomerId as string;
const staleAfter = 6 * 3_600_000 + 1000;

afterEach(() => provider.clearFaults());

test("B-08 ADR-019 a card that was replaced in the provider's dashboard is read after its webhook, and open pages load again", async () => {
  const person = await member();
  const told: number[] = [];
  server.context.bus.subscribe(memberChangedTopic, ({ memberId }) => void told.push(memberId));
  const source = await cardToken(server.context, "5555555555554444");
  await stripe().customers.update(await customerOf(person), { source });
  await expect.poll(async () => (await card(person)).body?.last4).toBe("4444");
  await expect.poll(() => told).toContain(person.id);
});

test("ADR-019 data that the provider has not reported yet is answered as unknown, and the next sweep reads it", async () => {
  const person = await member();
  await provider.eventsHandled();
  const before = { membership: await read(person), bills: await bills(person), card: (await card(person)).body };
  const { db } = server.context;
  // The state after the migration of a member from before these facts were stored.
  await db.delete(membershipBills).where(eq(membershipBills.memberId, person.id));
  await db
    .update(membershipBilling)
    .set({ card: null, nextPaymentPence: null, nextPaymentAt: null, providerSeenAt: null })
    .where(eq(membershipBilling.memberId, person.id));
  expect(await read(person)).toEqual({ ...before.membership, next_payment: null, as_of: null });
  const unknown = await card(person);
  expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([503, "30"]);
  await refreshStaleCustomers(server.context);
  const after = { membership: await read(person), bills: await bills(person), card: (await card(person)).body };
  expect(after).toEqual({ ...before, membership: { ...before.membership, as_of: expect.stringMatching(/Z$/) } });
  expect(jobs.map(({ run }) => run)).toContain(refreshStaleCustomers);
});

test("ADR-019 an answer that was asked for before a newer one was written is not written over it", async () => {
  const person = await member();
  await provider.eventsHandled();
  const { db } = server.context;
  const seen = await findBilling(db, person.id);
  const now = server.clock.now();
  const facts = (nextPaymentPence: number) => ({ card: null, nextPaymentPence, nextPaymentAt: now });
  expect(await writeBilling(db, person.id, seen, facts(200), now)).toBe(true);
  expect(await writeBilling(db, person.id, seen, facts(100), now)).toBe(false);
  expect(await writeBilling(db, person.id, null, facts(100), now)).toBe(false);
  expect((await findBilling(db, person.id))?.nextPaymentPence).toBe(200);
});

test("B-09 a bill that was voided in the provider's dashboard is shown as void", async () => {
  const person = await member();
  const customer = await customerOf(person);
  await stripe().invoiceItems.create({ customer, amount: 500, currency: "gbp", description: "A training day" });
  const draft = await stripe().invoices.create({ customer, auto_advance: false });
  const bill = await stripe().invoices.finalizeInvoice(draft.id as string);
  await expect.poll(async () => (await bills(person))[0]?.id).toBe(bill.id);
  await stripe().invoices.voidInvoice(bill.id as string);
  await expect.poll(async () => (await bills(person))[0]?.status).toBe("void");
});

test("ADR-019 a change whose webhook was lost is found by the refresh of customers without events for six hours", async () => {
  const person = await member();
  await provider.eventsHandled();
  await provider.fault({ kind: "drop_webhooks", times: 50 });
  await stripe().customers.update(await customerOf(person), {
    source: await cardToken(server.context, "5555555555554444"),
  });
  await refreshStaleCustomers(server.context);
  expect((await card(person)).body?.last4).toBe("4242");
  const asOf = (await read(person)).as_of as string;
  server.clock.advance(staleAfter);
  await refreshStaleCustomers(server.context);
  expect((await card(person)).body?.last4).toBe("4444");
  expect(Date.parse((await read(person)).as_of as string) - Date.parse(asOf)).toBeGreaterThanOrEqual(staleAfter);
});
