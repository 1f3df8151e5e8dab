import { listAllInvoices } from "@plumbline/contract/back-office/invoices.ts";
import { readOwnClosure } from "@plumbline/contract/closure/contract.ts";
import { completeProject } from "@plumbline/contract/engagements/contract.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { listAdvisorReviews } from "@plumbline/contract/reviews/contract.ts";
import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { webhooks } from "../../app.ts";
import { missedEventJobs } from "../../cards/webhooks.ts";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { events } from "../../outbox/schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { makePaidInvoice, type PaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { recordDispute } from "./disputes.ts";
import { findSuccessfulPayment, type PaymentRow } from "./payment-store.ts";
import { disputes } from "./schema.ts";

const server = testServer();
const notReceived = "4000000000002685";
const inquiry = "4000000000001976";
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(server.context, advisor);
  staff = await makeStaff(server.context, { name: "Rosalind Hale" });
});

const provider = cardSandbox(server);
/** The provider sends no webhooks from here to the end of the test. */
const dropWebhooks = () => provider.fault({ kind: "drop_webhooks", times: 50 });
afterEach(() => provider.clearFaults());

/** An invoice of £1,000.00, paid with a test card whose holder then disputes the payment. */
const paidWith = (card: string) => makePaidInvoice(server, { advisor, card, lines: [["Work", 1, 1000]] });

const read = async (id: number, person: Person) =>
  (await server.call(contract.readInvoice, { params: { id } }, person.token)).body;
const readByStaff = async (id: number) =>
  (await server.call(staffContract.readAnyInvoice, { params: { id } }, staff.token)).body;
const refund = (id: number) =>
  server.call(staffContract.refundInvoice, { params: { id }, body: { reason: "Not done." } }, staff.token);
const becomes = (id: number, state: string | undefined) =>
  expect.poll(async () => (await read(id, advisor)).dispute?.state).toBe(state);
const paymentOf = async (id: number) => (await findSuccessfulPayment(server.context.db, id)) as PaymentRow;

const bank = () => server.context.cards.stripe.disputes;
async function readDispute(id: number) {
  const { intentId } = await paymentOf(id);
  const { data } = await bank().list({ payment_intent: intentId as string });
  return data[0] as (typeof data)[number];
}
const answer = async (id: number, words: string) =>
  bank().update((await readDispute(id)).id, { evidence: { uncategorized_text: words }, submit: true });
const acceptDispute = async (id: number) => bank().close((await readDispute(id)).id);

const emailsTo = async (email: string, number: string) =>
  (await server.mailsTo(email)).filter(({ subject }) => subject.includes(number));
const eventsOf = async (id: number) =>
  (
    await server.context.db
      .select({ kind: events.kind })
      .from(events)
      .where(and(eq(events.subjectId, id), like(events.kind, "invoice.dispute%")))
      .orderBy(events.id)
  ).map(({ kind }) => kind);
const summed = async ({ engagementId }: PaidInvoice) =>
  (await server.call(contract.projectInvoices, { params: { id: engagementId } }, advisor.token)).body;
/** The amount that the advisor keeps, according to the provider. */
const transferredFor = async (id: number) =>
  (await provider.charges()).find(({ metadata }) => metadata["invoice_id"] === String(id))?.transferred;

const named = async (id: number) => `invoice ${(await readByStaff(id)).number} of`;

test("I-12 customer, advisor and staff see a disputed payment, each with their own details, and it cannot be refunded", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer } = paid;
  await becomes(id, "open");
  const { number, status, dispute } = await read(id, advisor);
  const open = { state: "open", amount: 1000, closed_at: null, answered_at: null, opened_at: expect.any(String) };
  const { id: providerId, evidence_details: evidence } = await readDispute(id);
  const due = new Date((evidence.due_by as number) * 1000).toISOString();
  expect([status, dispute]).toEqual(["Completed", { ...open, reason: "work that was not received", respond_by: due }]);
  expect((await read(id, customer)).dispute).toEqual(open);
  const seen = await readByStaff(id);
  expect(seen.dispute).toMatchObject({ provider_id: providerId, respond_by: due });
  expect(seen.allowed_actions).toEqual([]);
  const refused = await refund(id);
  expect([refused.status, refused.errors]).toEqual([
    409,
    { base: ["The customer disputes this payment with their bank. It cannot be refunded until the bank has decided."] },
  ]);
  expect((await summed(paid)).entries[0]).toMatchObject({ dispute: "open", history: [{}, {}, { action: "disputed" }] });

  const [letter] = await emailsTo(advisor.email, `${number} is disputed`);
  expect(letter?.text).toContain("£1,000.00 of invoice");
  const [team] = await emailsTo("team@plumbline.test", `is disputed: ${await named(id)}`);
  expect(team?.text).toContain(providerId);
  expect(team?.links).toContain(`${server.url}/back-office/invoices/${id}`);
  expect(await emailsTo(customer.email, "disputed")).toEqual([]);
});

test("G-53 I-12 a dispute keeps the accounts of both its sides open until the bank has decided, and nobody else's", async () => {
  const { id, customer } = await paidWith(notReceived);
  const other = await paidWith(notReceived);
  await becomes(id, "open");
  await becomes(other.id, "open");
  const { number } = await read(id, advisor);
  const disputesInWayOf = async (person: Person) =>
    (await server.call(readOwnClosure, {}, person.token)).body.obstacles.filter(({ kind }) => kind === "dispute");
  const open = {
    kind: "dispute",
    id: expect.any(Number),
    label: `The dispute about ${number}`,
    path: `/invoices/${id}`,
  };
  expect(await disputesInWayOf(customer)).toEqual([open]);
  expect(await disputesInWayOf(advisor)).toContainEqual(open);
  await acceptDispute(id);
  await becomes(id, "lost");
  expect(await disputesInWayOf(customer)).toEqual([]);
  expect(await disputesInWayOf(advisor)).not.toContainEqual(open);
});

test("I-12 only staff can list the open disputes", async () => {
  const { id } = await paidWith(notReceived);
  const calm = await paidWith("4242424242424242");
  await becomes(id, "open");
  const list = (token: string) =>
    server.call(listAllInvoices, { query: { dispute: "open" } }, token).then(({ status, body }) => ({
      status,
      ids: body.entries?.map((entry) => entry.id),
    }));
  expect((await list(advisor.token)).status).toBe(404);
  expect((await list(staff.token)).ids).toContain(id);
  expect((await list(staff.token)).ids).not.toContain(calm.id);
  await acceptDispute(id);
  await becomes(id, "lost");
  expect((await list(staff.token)).ids).not.toContain(id);
});

test("I-12 a reading from before the answer does not make a dispute wait for one again; an inquiry that becomes a dispute does", async () => {
  for (const card of [notReceived, inquiry]) {
    const { id } = await paidWith(card);
    await expect.poll(async () => (await readByStaff(id)).dispute?.respond_by).toEqual(expect.any(String));
    const before = await readDispute(id);
    await answer(id, "The signed contract.");
    await expect.poll(async () => (await readByStaff(id)).dispute?.respond_by).toBeNull();
    await recordDispute(server.context, await paymentOf(id), before);
    expect((await readByStaff(id)).dispute).toMatchObject({ respond_by: null, answered_at: expect.any(String) });
    if (card !== inquiry) continue;
    await provider.control("POST", `disputes/${before.id}/escalate`);
    await becomes(id, "open");
    expect((await readByStaff(id)).dispute).toMatchObject({ respond_by: expect.any(String), answered_at: null });
  }
});

test("I-12 an answered dispute waits for the bank; when it is won, the payment is kept and may be refunded", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer } = paid;
  await becomes(id, "open");
  await answer(id, "The signed contract.");
  await expect.poll(async () => (await readByStaff(id)).dispute?.respond_by).toBeNull();
  expect((await refund(id)).status).toBe(409);
  await answer(id, "winning_evidence");
  await becomes(id, "won");
  const { number, dispute } = await read(id, advisor);
  expect(dispute?.closed_at).not.toBeNull();
  expect(await summed(paid)).toMatchObject({ invoiced: 1000, paid: 1000 });
  expect(await eventsOf(id)).toEqual(["invoice.disputed", "invoice.dispute_won"]);
  expect(await emailsTo(advisor.email, `${number} stands`)).toHaveLength(1);
  expect(await emailsTo("team@plumbline.test", `is won: ${await named(id)}`)).toHaveLength(1);
  expect((await refund(id)).body.status).toBe("refunded");
  expect((await read(id, customer)).status).toBe("refunded");
});

test("I-12 I-13 R-05 after a lost dispute the invoice keeps its status, counts as paid nowhere, and no transfer is reversed", async () => {
  const paid = await paidWith(notReceived);
  const { id, customer, engagementId } = paid;
  await becomes(id, "open");
  await server.call(completeProject, { params: { id: engagementId }, body: {} }, customer.token);
  await makeReview(server.context, { engagementId, customer, rating: 1 });
  const verified = async () =>
    (await server.call(listAdvisorReviews, { params: { id: advisor.id } }, advisor.token)).body.entries.find(
      ({ project_id }) => project_id === engagementId,
    )?.verified;
  expect([await verified(), (await summed(paid)).paid]).toEqual([true, 1000]);
  await acceptDispute(id);
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
  const [letter] = await emailsTo(advisor.email, `given back the payment of invoice ${number}`);
  expect(letter?.text).toContain("not from your payout account, to which we sent £900.00");
  expect(await emailsTo("team@plumbline.test", `is lost: ${await named(id)}`)).toHaveLength(1);
});

test("I-12 with duplicate, late and reordered webhooks, a dispute is recorded once and never reopens", async () => {
  await dropWebhooks();
  const { id } = await paidWith(notReceived);
  const before = await readDispute(id);
  await acceptDispute(id);
  const { data } = await server.context.cards.stripe.events.list({ limit: 100 });
  const told = data.filter(
    (event) => event.type.startsWith("charge.dispute.") && (event.data.object as { id: string }).id === before.id,
  );
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["charge.dispute.closed", "charge.dispute.created"]),
  );
  // Newest first, so closed before created; each is repeated, and sent once more under a new event id.
  for (const event of told)
    for (const copy of [event, event, { ...event, id: `${event.id}_again` }])
      expect(await provider.deliver(copy)).toBe(200);
  // A process that read the dispute while it was open and records it only now.
  await recordDispute(server.context, await paymentOf(id), before);
  const rows = await server.context.db.select().from(disputes).where(eq(disputes.invoiceId, id));
  expect(rows).toMatchObject([{ providerId: before.id, state: "lost", amountPence: 100_000 }]);
  expect(await eventsOf(id)).toEqual(["invoice.dispute_lost"]);
});

test("I-12 a dispute whose webhooks were lost blocks a refund at the provider, and the sweep finds it", async () => {
  await dropWebhooks();
  const { id } = await paidWith(notReceived);
  const refused = await refund(id);
  expect([refused.status, refused.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringContaining("The payment provider refused this refund."),
  ]);
  expect((await read(id, advisor)).dispute).toBeNull();
  await missedEventJobs(webhooks)[0]?.run(server.context);
  expect((await read(id, advisor)).dispute?.state).toBe("open");
});

test("I-12 a bank's inquiry takes no money: it is recorded and notified, and the payment may be refunded", async () => {
  await dropWebhooks();
  const { id, customer } = await paidWith(inquiry);
  await missedEventJobs(webhooks)[0]?.run(server.context);
  const asked = { state: "inquiry", amount: 1000, closed_at: null, answered_at: null };
  expect((await read(id, advisor)).dispute).toMatchObject({ ...asked, reason: "a question of the cardholder's" });
  expect((await readByStaff(id)).allowed_actions).toEqual(["refund"]);
  const { number } = await read(id, advisor);
  expect(await emailsTo(advisor.email, `asks about the payment of invoice ${number}`)).toHaveLength(1);
  expect(await emailsTo("team@plumbline.test", `asks about a payment: ${await named(id)}`)).toHaveLength(1);
  await acceptDispute(id);
  await missedEventJobs(webhooks)[0]?.run(server.context);
  expect((await read(id, customer)).dispute).toMatchObject({ state: "inquiry_closed", closed_at: expect.any(String) });
  expect((await refund(id)).body.status).toBe("refunded");
});
