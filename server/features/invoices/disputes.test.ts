import { completeProject } from "@plumbline/contract/engagements/contract.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import { listAdvisorReviews } from "@plumbline/contract/reviews/contract.ts";
import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { webhooks } from "../../app.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { missedEvents } from "../../platform/webhooks.ts";
import { disputes, events } from "../../schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { providerCustomerOf, putCard } from "../membership/card.ts";
import { recordDispute } from "./disputes.ts";
import { findPaid, type PaymentRow } from "./payment-store.ts";

const world = aWorld();
const notReceived = "4000000000002685";
const inquiry = "4000000000001976";
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  advisor = await setUp(world.house, await makeMember(world.house, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(world.house, advisor);
  staff = await makeStaff(world.house, { name: "Rosalind Hale" });
});

const provider = cardSandbox(world);
/** From here to the test's end nothing arrives by itself. */
const loseWebhooks = () => provider.fault({ kind: "drop_webhooks", times: 50 });
afterEach(() => provider.mend());

type Paid = { id: number; customer: Person; engagementId: number };

/** An invoice of £1,000.00, paid with a card whose holder then complains to their bank. */
async function paidWith(number: string): Promise<Paid> {
  const customer = await setUp(world.house, await makeMember(world.house, "customer", { name: "Priya Raman" }));
  await putCard(
    world.house,
    await providerCustomerOf(world.house, customer.member),
    await cardToken(world.house, number),
  );
  const engagementId = await makeEngagement(world.house, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(world.house, { advisor, engagementId, lines: [["Work", 1, 1000]] });
  await world.call(contract.payInvoice, { params: { id } }, customer.token);
  return { id, customer, engagementId };
}

const read = async (id: number, person: Person) =>
  (await world.call(contract.readInvoice, { params: { id } }, person.token)).body;
const readByStaff = async (id: number) =>
  (await world.call(contract.readAnyInvoice, { params: { id } }, staff.token)).body;
const refund = (id: number) =>
  world.call(contract.refundInvoice, { params: { id }, body: { reason: "Not done." } }, staff.token);
const becomes = (id: number, state: string | undefined) =>
  expect.poll(async () => (await read(id, advisor)).dispute?.state, { timeout: 10_000 }).toBe(state);
const paymentOf = async (id: number) => (await findPaid(world.house.db, id)) as PaymentRow;

const bank = () => world.house.cards.stripe.disputes;
async function atTheBank(id: number) {
  const { intentId } = await paymentOf(id);
  const { data } = await bank().list({ payment_intent: intentId as string });
  return data[0] as (typeof data)[number];
}
const answer = async (id: number, words: string) =>
  bank().update((await atTheBank(id)).id, { evidence: { uncategorized_text: words }, submit: true });
const giveIn = async (id: number) => bank().close((await atTheBank(id)).id);

const lettersTo = async (email: string, number: string) =>
  (await world.mailsTo(email)).filter(({ subject }) => subject.includes(number));
const eventsOf = async (id: number) =>
  (
    await world.house.db
      .select({ kind: events.kind })
      .from(events)
      .where(and(eq(events.subjectId, id), like(events.kind, "invoice.dispute%")))
      .orderBy(events.id)
  ).map(({ kind }) => kind);
const summed = async ({ engagementId }: Paid) =>
  (await world.call(contract.projectInvoices, { params: { id: engagementId } }, advisor.token)).body;
/** What stayed with the advisor, by the provider's books. */
const transferredFor = async (id: number) =>
  (await provider.charges()).find(({ metadata }) => metadata["invoice_id"] === String(id))?.transferred;

test("I-12 a disputed payment is told to all three, each as much as is theirs, and cannot be refunded", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer } = paid;
  await becomes(id, "open");
  const { number, status, dispute } = await read(id, advisor);
  const open = { state: "open", amount: 1000, closed_at: null };
  expect([status, dispute]).toEqual([
    "Completed",
    { ...open, opened_at: expect.any(String), reason: "work that was not received" },
  ]);
  expect((await read(id, customer)).dispute).toEqual({ ...open, opened_at: expect.any(String) });
  const { id: providerId, evidence_details: evidence } = await atTheBank(id);
  const seen = await readByStaff(id);
  expect(seen.dispute).toMatchObject({
    provider_id: providerId,
    respond_by: new Date((evidence.due_by as number) * 1000).toISOString(),
  });
  expect(seen.allowed_actions).toEqual([]);
  const refused = await refund(id);
  expect([refused.status, refused.errors]).toEqual([
    409,
    { base: ["The customer disputes this payment with their bank. It cannot be refunded until the bank has decided."] },
  ]);
  expect((await summed(paid)).entries[0]).toMatchObject({ dispute: "open", history: [{}, {}, { action: "disputed" }] });

  const [letter] = await lettersTo(advisor.email, `${number} is disputed`);
  expect(letter?.text).toContain("£1,000.00 of invoice");
  const [team] = await lettersTo("team@plumbline.test", `is disputed: invoice #${id}`);
  expect(team?.text).toContain(providerId);
  expect(team?.links).toContain(`${world.url}/back-office/invoices/${id}`);
  expect(await lettersTo(customer.email, "disputed")).toEqual([]);
});

test("I-12 staff list the disputes that wait, and nobody else does", async () => {
  const { id } = await paidWith(notReceived);
  const calm = await paidWith("4242424242424242");
  await becomes(id, "open");
  const list = (token: string) =>
    world.call(contract.listAllInvoices, { query: { page: 1, dispute: "open" } }, token).then(({ status, body }) => ({
      status,
      ids: body.entries?.map((entry) => entry.id),
    }));
  expect((await list(advisor.token)).status).toBe(404);
  expect((await list(staff.token)).ids).toContain(id);
  expect((await list(staff.token)).ids).not.toContain(calm.id);
  await giveIn(id);
  await becomes(id, "lost");
  expect((await list(staff.token)).ids).not.toContain(id);
});

test("I-12 a dispute that is answered waits for the bank; won, the payment stands and may be refunded", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer } = paid;
  await becomes(id, "open");
  await answer(id, "The signed contract.");
  await expect.poll(async () => (await readByStaff(id)).dispute?.respond_by, { timeout: 10_000 }).toBeNull();
  expect((await refund(id)).status).toBe(409);
  await answer(id, "winning_evidence");
  await becomes(id, "won");
  const { number, dispute } = await read(id, advisor);
  expect(dispute?.closed_at).not.toBeNull();
  expect(await summed(paid)).toMatchObject({ invoiced: 1000, paid: 1000 });
  expect(await eventsOf(id)).toEqual(["invoice.disputed", "invoice.dispute_won"]);
  expect(await lettersTo(advisor.email, `${number} stands`)).toHaveLength(1);
  expect(await lettersTo("team@plumbline.test", `is won: invoice #${id}`)).toHaveLength(1);
  expect((await refund(id)).body.status).toBe("refunded");
  expect((await read(id, customer)).status).toBe("refunded");
});

test("I-12 I-13 R-05 a lost dispute leaves the invoice paid, counts as paid nowhere, and moves no money of ours", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer, engagementId } = paid;
  await becomes(id, "open");
  await world.call(completeProject, { params: { id: engagementId }, body: {} }, customer.token);
  await makeReview(world.house, { engagementId, customer, rating: 1 });
  const verified = async () =>
    (await world.call(listAdvisorReviews, { params: { id: advisor.id } }, advisor.token)).body.entries.find(
      ({ project_id }) => project_id === engagementId,
    )?.verified;
  expect([await verified(), (await summed(paid)).paid]).toEqual([true, 1000]);
  await giveIn(id);
  await becomes(id, "lost");
  expect(await read(id, customer)).toMatchObject({
    status: "Completed",
    dispute: { state: "lost", amount: 1000, closed_at: expect.any(String) },
  });
  expect(await summed(paid)).toMatchObject({ invoiced: 0, paid: 0 });
  expect(await verified()).toBe(false);
  const refused = await refund(id);
  expect([refused.status, refused.errors]).toEqual([
    409,
    { base: ["The customer's bank has already given this payment back. It cannot be refunded as well."] },
  ]);
  expect(await transferredFor(id)).toBe(90_000);
  const { number } = await read(id, advisor);
  const [letter] = await lettersTo(advisor.email, `given back the payment of invoice ${number}`);
  expect(letter?.text).toContain("not from your payout account, to which we sent £900.00");
  expect(await lettersTo("team@plumbline.test", `is lost: invoice #${id}`)).toHaveLength(1);
});

test("I-12 told twice, late and in the wrong order, a dispute is recorded once and never opens again", async () => {
  await loseWebhooks();
  const { id } = await paidWith(notReceived);
  const before = await atTheBank(id);
  await giveIn(id);
  const { data } = await world.house.cards.stripe.events.list({ limit: 100 });
  const told = data.filter(
    (event) => event.type.startsWith("charge.dispute.") && (event.data.object as { id: string }).id === before.id,
  );
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["charge.dispute.closed", "charge.dispute.created"]),
  );
  // Newest first: closed before created; each once more as it is, and once as an event that nobody has seen.
  for (const event of told)
    for (const copy of [event, event, { ...event, id: `${event.id}_again` }])
      expect(await provider.deliver(copy)).toBe(200);
  // Somebody who asked the provider while it was open, and comes to write it down only now.
  await recordDispute(world.house, await paymentOf(id), before);
  const rows = await world.house.db.select().from(disputes).where(eq(disputes.invoiceId, id));
  expect(rows).toMatchObject([{ providerId: before.id, state: "lost", amountPence: 100_000 }]);
  expect(await eventsOf(id)).toEqual(["invoice.dispute_lost"]);
});

test("I-12 a dispute whose webhooks were lost stops a refund at the provider, and is found by the sweep", async () => {
  await loseWebhooks();
  const { id } = await paidWith(notReceived);
  const refused = await refund(id);
  expect([refused.status, refused.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringContaining("The payment provider refused this refund."),
  ]);
  expect((await read(id, advisor)).dispute).toBeNull();
  await missedEvents(webhooks)[0]?.run(world.house);
  expect((await read(id, advisor)).dispute?.state).toBe("open");
});

test("I-12 a bank that only asks takes no money: it is recorded and told, and the payment may be refunded", async () => {
  await loseWebhooks();
  const { id, customer } = await paidWith(inquiry);
  await missedEvents(webhooks)[0]?.run(world.house);
  const asked = { state: "inquiry", amount: 1000, closed_at: null };
  expect((await read(id, advisor)).dispute).toMatchObject({ ...asked, reason: "a question of the cardholder's" });
  expect((await readByStaff(id)).allowed_actions).toEqual(["refund"]);
  const { number } = await read(id, advisor);
  expect(await lettersTo(advisor.email, `asks about the payment of invoice ${number}`)).toHaveLength(1);
  expect(await lettersTo("team@plumbline.test", `asks about a payment: invoice #${id}`)).toHaveLength(1);
  await giveIn(id);
  await missedEvents(webhooks)[0]?.run(world.house);
  expect((await read(id, customer)).dispute).toMatchObject({ state: "inquiry_closed", closed_at: expect.any(String) });
  expect((await refund(id)).body.status).toBe("refunded");
});
