import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { events } from "../../outbox/schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";
import { findMembership } from "../membership/store.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { settlePayments } from "./jobs.ts";
import type { PaymentRow } from "./payment-store.ts";
import { invoices, payments } from "./schema.ts";
import { recordOutcome } from "./settling.ts";

const server = testServer();
let advisor: Person;
let account: string;

beforeAll(async () => {
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(server.context, advisor);
  account = (await findPayoutAccount(server.context.db, advisor.id))?.accountId as string;
});

const bank = cardSandbox(server);
/** The charges for an invoice at the provider. */
const chargesOf = async (id: number) =>
  (await bank.charges()).filter(
    (charge) => charge.metadata["invoice_id"] === String(id) && charge.status === "succeeded",
  );

/** A customer with a saved card, by its number at the sandbox. */
async function payer(number: string | null = "4242424242424242"): Promise<Person> {
  const person = await setUp(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }));
  if (number) await giveCard(person, number);
  return person;
}

async function giveCard(person: Person, number: string): Promise<void> {
  await saveCard(server.context, person.member, await cardToken(server.context, number));
}

async function invoiceFor(customer: Person, pounds = 1000, from = advisor): Promise<number> {
  const engagementId = await makeEngagement(server.context, { advisor: from, customer, status: "in_progress" });
  return makeInvoice(server.context, { advisor: from, engagementId, lines: [["Work", 1, pounds]] });
}

const pay = (id: number, person: Person) => server.call(contract.payInvoice, { params: { id } }, person.token);
const read = async (id: number, person: Person) =>
  (await server.call(contract.readInvoice, { params: { id } }, person.token)).body;
const paymentsOf = (id: number) =>
  server.context.db.select().from(payments).where(eq(payments.invoiceId, id)).orderBy(payments.id);
const paidEvents = async (id: number) =>
  (await server.context.db.select().from(events).where(eq(events.subjectId, id))).filter(
    ({ kind }) => kind === "invoice.paid",
  ).length;

test("I-12 only the customer of an invoice pays it", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  expect((await server.call(contract.payInvoice, { params: { id } })).status).toBe(401);
  expect((await pay(id, advisor)).status).toBe(404);
  expect((await pay(id, await payer())).status).toBe(404);
  expect((await read(id, customer)).status).toBe("sent");
});

test("I-12 without a card there is a message, and the invoice stays Pending", async () => {
  const customer = await payer(null);
  const id = await invoiceFor(customer);
  const refused = await pay(id, customer);
  expect([refused.status, refused.errors]).toEqual([
    422,
    { base: ["You have no card yet. Add one under Billing, then pay this invoice."] },
  ]);
  expect((await read(id, customer)).status).toBe("sent");
});

test("I-12 if the advisor cannot be paid out, the payment stops before anything is charged", async () => {
  const poor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const customer = await payer();
  const id = await invoiceFor(customer, 100, poor);
  expect((await pay(id, customer)).status).toBe(409);
  expect(await paymentsOf(id)).toEqual([]);
  expect((await read(id, customer)).status).toBe("sent");
});

test("I-12 a declined card gives the provider's reason, the invoice stays Pending, and another card pays it", async () => {
  const customer = await payer("4000000000000341");
  const id = await invoiceFor(customer);
  const refused = await pay(id, customer);
  expect([refused.status, refused.errors]).toEqual([422, { base: ["Your card was declined."] }]);
  expect(await read(id, customer)).toMatchObject({
    status: "sent",
    payment: { status: "failed", message: "Your card was declined." },
    allowed_actions: ["accept"],
  });
  expect((await server.mailsTo(customer.email))[0]?.subject).toBe(
    `Invoice ${(await read(id, customer)).number} could not be paid`,
  );
  await giveCard(customer, "4242424242424242");
  expect((await pay(id, customer)).body.status).toBe("Completed");
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 I-13 paying charges the total, keeps 10% and sends the rest to the advisor; both sides read Paid; a second payment is refused", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer, 1000);
  const paid = await pay(id, customer);
  expect([paid.status, paid.body.status, paid.body.payment?.status]).toEqual([200, "Completed", "succeeded"]);
  expect((await read(id, advisor)).status).toBe("Completed");
  expect(await chargesOf(id)).toMatchObject([
    { amount: 100_000, fee: 10_000, transferred: 90_000, destination: account },
  ]);
  const again = await pay(id, customer);
  expect([again.status, again.errors]).toEqual([409, { base: ["This invoice is already paid."] }]);
  expect(await chargesOf(id)).toHaveLength(1);
  const [receipt] = await server.mailsTo(customer.email);
  expect(receipt?.subject).toMatch(/^Receipt for invoice INV-/);
  expect(receipt?.text).toContain("£1,000.00");
  expect(receipt?.links).toContain(`${server.url}/invoices/${id}`);
  expect((await server.mailsTo(advisor.email))[0]?.text).toContain(
    "Platform fee (10%): £100.00\nTo your payout account: £900.00",
  );
});

test("I-12 concurrent and repeated clicks pay once", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, customer)));
  expect(answers.filter(({ status, body }) => status === 200 && body.status === "Completed").length).toBeGreaterThan(0);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await chargesOf(id)).toHaveLength(1);
  expect(await paidEvents(id)).toBe(1);
});

test("I-12 a card that is replaced while its payment is on its way is charged in place of the old one", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  const { paymentIntents } = server.context.cards.stripe;
  const { confirm } = paymentIntents;
  const confirming = vi.spyOn(paymentIntents, "confirm").mockImplementationOnce(async (...given) => {
    await giveCard(customer, "5555555555554444");
    return confirm.apply(paymentIntents, given);
  });
  onTestFinished(() => confirming.mockRestore());
  const paid = await pay(id, customer);
  expect([paid.status, paid.body.status]).toEqual([200, "Completed"]);
  const [charged, ...more] = await paymentsOf(id);
  const { latest_charge: charge } = await paymentIntents.retrieve(charged?.intentId as string, {
    expand: ["latest_charge"],
  });
  expect(charge).toMatchObject({ status: "succeeded", payment_method_details: { card: { last4: "4444" } } });
  expect([more.length, (await chargesOf(id)).length]).toEqual([0, 1]);
});

test("I-12 a card that needs authentication returns a client secret; once authenticated, the second call settles it", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const asked = await pay(id, customer);
  expect([asked.status, asked.body.status, asked.body.payment?.status]).toEqual([200, "sent", "requires_action"]);
  const secret = asked.body.payment?.client_secret as string;
  expect((await pay(id, customer)).body.payment?.client_secret).toBe(secret);
  expect((await read(id, customer)).payment).toMatchObject({ status: "requires_action", client_secret: null });
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  await answer(secret, "complete");
  expect((await pay(id, customer)).body.status).toBe("Completed");
  await bank.clearFaults();
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 after a failed authentication the invoice is payable, and the old client secret can never charge", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await answer(secret, "fail");
  await settlePayments(server.context);
  expect(await read(id, customer)).toMatchObject({ status: "sent", payment: { status: "failed" } });
  expect((await server.context.cards.stripe.paymentIntents.retrieve(secret.split("_secret")[0] as string)).status).toBe(
    "canceled",
  );
  const again = await pay(id, customer);
  expect(again.body.payment?.client_secret).not.toBe(secret);
  await answer(again.body.payment?.client_secret as string, "complete");
  await settlePayments(server.context);
  expect((await read(id, customer)).status).toBe("Completed");
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 an unanswered authentication is abandoned after an hour, or for another card", async () => {
  const customer = await payer("4000002760003184");
  const [late, changed] = [await invoiceFor(customer), await invoiceFor(customer)];
  await pay(late, customer);
  await pay(changed, customer);
  await giveCard(customer, "4242424242424242");
  expect((await pay(changed, customer)).body.status).toBe("Completed");
  server.clock.advance(61 * 60_000);
  await settlePayments(server.context);
  expect((await paymentsOf(late)).map(({ status }) => status)).toEqual(["failed"]);
  expect((await read(late, customer)).status).toBe("sent");
});

async function answer(secret: string, outcome: "complete" | "fail"): Promise<void> {
  const [intent] = secret.split("_secret");
  await fetch(`${server.sandbox.stripe?.url}/3ds/${intent}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_secret: secret, outcome }),
  });
}

const intents = "/v1/payment_intents";
test.each([
  ["charges, then times out", [{ kind: "timeout_after", method: "POST", path: `${intents}/*`, times: 8 }]],
  ["charges, then answers an outage for good", [{ kind: "500_after", method: "POST", path: `${intents}/*`, times: 1 }]],
  ["makes the intent, then times out", [{ kind: "timeout_after", method: "POST", path: intents, times: 8 }]],
  ["times out before it does anything", [{ kind: "timeout_before", path: `${intents}*`, times: 12 }]],
  ["is out of order", [{ kind: "500", path: `${intents}*`, times: 5 }]],
])("I-12 when the provider %s, the invoice is paid once, by the next sweep at the latest", async (_, faults) => {
  const customer = await payer();
  const id = await invoiceFor(customer, 321.45);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  for (const fault of faults) await bank.fault(fault);
  const first = await pay(id, customer);
  expect(first.status).toBe(200);
  expect(["processing", "Completed"]).toContain(first.body.status);
  await bank.clearFaults();
  await settlePayments(server.context);
  expect((await read(id, customer)).status).toBe("Completed");
  expect(await chargesOf(id)).toMatchObject([{ amount: 32_145, fee: 3215, transferred: 28_930 }]);
  expect(await paidEvents(id)).toBe(1);
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(["succeeded"]);
});

test("I-12 killed between the charge and its record, the next start records it", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  await pay(id, customer);
  // The database when the process dies after the charge: the attempt without its outcome.
  await server.context.db
    .update(payments)
    .set({ status: "started", settledAt: null, intentId: null })
    .where(eq(payments.invoiceId, id));
  await server.context.db.update(invoices).set({ status: "processing", paidAt: null }).where(eq(invoices.id, id));
  await bank.clearFaults();
  await settlePayments(server.context);
  expect((await read(id, customer)).status).toBe("Completed");
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 an old attempt that was killed before the charge is cancelled, and nothing is charged for it", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  await server.context.db.insert(payments).values({
    invoiceId: id,
    status: "started",
    amountPence: 100_000,
    feePence: 10_000,
    destination: account,
    providerCustomerId: (await findMembership(server.context.db, customer.id))?.providerCustomerId as string,
    createdAt: new Date(server.clock.now().getTime() - 3_600_000),
  });
  await server.context.db.update(invoices).set({ status: "processing" }).where(eq(invoices.id, id));
  await settlePayments(server.context);
  expect((await read(id, customer)).status).toBe("sent");
  expect(await chargesOf(id)).toEqual([]);
  expect((await pay(id, customer)).body.status).toBe("Completed");
});

test("I-12 duplicate, late and reordered webhooks change nothing", async () => {
  const customer = await payer("4000000000000341");
  const id = await invoiceFor(customer);
  await pay(id, customer);
  await giveCard(customer, "4242424242424242");
  await pay(id, customer);
  const { data } = await server.context.cards.stripe.events.list({ limit: 100 });
  const ours = data.filter((event) => event.type.startsWith("payment_intent.") || event.type.startsWith("charge."));
  // Newest first; each is repeated, and sent once more under a new event id.
  for (const event of ours)
    for (const copy of [event, { ...event, id: `${event.id}_again` }]) expect(await bank.deliver(copy)).toBe(200);
  expect((await read(id, customer)).status).toBe("Completed");
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  expect(await paidEvents(id)).toBe(1);
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 a webhook alone settles a payment whose payer never came back", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await answer(secret, "complete");
  await expect.poll(async () => (await read(id, customer)).status).toBe("Completed");
});

test("I-12 an unsigned webhook is refused", async () => {
  const answered = await fetch(`${server.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
    body: JSON.stringify({ id: "evt_x", type: "payment_intent.succeeded", data: { object: {} } }),
  });
  expect(answered.status).toBe(400);
});

test("I-12 only staff can refund a paid invoice, once, with a reason that both parties see", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer, 1000);
  const staff = await makeStaff(server.context, { name: "Rosalind Hale" });
  const refund = (token: string, reason = "The work was not done.") =>
    server.call(staffContract.refundInvoice, { params: { id }, body: { reason } }, token);
  expect((await refund(staff.token)).status).toBe(409);
  await pay(id, customer);
  expect((await refund(customer.token)).status).toBe(404);
  expect((await refund(advisor.token)).status).toBe(404);
  expect((await refund(staff.token, " ")).errors).toEqual({
    reason: ["Please give the reason: both parties will read it."],
  });
  const answers = await Promise.all([refund(staff.token), refund(staff.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await refund(staff.token)).errors).toEqual({ base: ["This invoice was refunded."] });
  expect(await chargesOf(id)).toMatchObject([{ refunded: 100_000, fee: 0, transferred: 0 }]);
  for (const person of [customer, advisor]) {
    expect((await read(id, person)).status).toBe("refunded");
    const letters = (await server.mailsTo(person.email)).filter(({ subject }) => subject.endsWith("was refunded"));
    expect(letters.map(({ text }) => text.includes("The work was not done."))).toEqual([true]);
  }
});

test("I-12 a refund whose response was lost, or that was made in the dashboard, is recorded once", async () => {
  const customer = await payer();
  const staff = await makeStaff(server.context);
  const [silent, lost, there] = [await invoiceFor(customer), await invoiceFor(customer), await invoiceFor(customer)];
  for (const id of [silent, lost, there]) await pay(id, customer);
  const ask = (id: number) =>
    server.call(staffContract.refundInvoice, { params: { id }, body: { reason: "Twice the same." } }, staff.token);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  await bank.fault({ kind: "500_after", path: "/v1/refunds", times: 1 });
  expect((await ask(silent)).status).toBe(200);
  await bank.fault({ kind: "timeout_before", path: "/v1/refunds", times: 12 });
  expect((await ask(lost)).status).toBe(409);
  expect((await read(lost, customer)).status).toBe("Completed");
  await bank.clearFaults();
  await settlePayments(server.context);
  for (const id of [silent, lost]) {
    expect((await read(id, customer)).status).toBe("refunded");
    expect(await chargesOf(id)).toMatchObject([{ amount: 100_000, refunded: 100_000, fee: 0, transferred: 0 }]);
  }
  const [payment] = await paymentsOf(there);
  await server.context.cards.stripe.refunds.create({
    payment_intent: payment?.intentId as string,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  await expect.poll(async () => (await read(there, customer)).status).toBe("refunded");
});

test("I-12 a payment that is recorded by its webhook and by the response counts once and is never refunded", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  await pay(id, customer);
  const [payment] = await paymentsOf(id);
  const intent = await server.context.cards.stripe.paymentIntents.retrieve(payment?.intentId as string);
  expect((await recordOutcome(server.context, payment as PaymentRow, intent)).status).toBe("succeeded");
  expect(await chargesOf(id)).toMatchObject([{ amount: 100_000, refunded: 0 }]);
  expect((await read(id, customer)).status).toBe("Completed");
});

test("I-12 a second call after a failed authentication reports it and begins no new attempt", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await bank.fault({ kind: "drop_webhooks", times: 5 });
  await answer(secret, "fail");
  const told = await pay(id, customer);
  await bank.clearFaults();
  expect(told.status).toBe(422);
  expect(told.errors["base"]?.[0]).toContain("unable to authenticate");
  expect(await paymentsOf(id)).toHaveLength(1);
});

test("I-12 a refund that the bank sends back makes the invoice paid again, and it can be refunded once more", async () => {
  const customer = await payer("4000000000005126");
  const staff = await makeStaff(server.context);
  const id = await invoiceFor(customer);
  await pay(id, customer);
  const ask = () =>
    server.call(staffContract.refundInvoice, { params: { id }, body: { reason: "Cancelled." } }, staff.token);
  expect((await ask()).body.status).toBe("refunded");
  server.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await read(id, customer)).status).toBe("Completed");
  expect((await server.mailsTo(customer.email)).map(({ subject }) => subject).join()).toContain("did not arrive");
  const { number } = await read(id, customer);
  expect((await server.mailsTo("team@plumbline.test"))[0]?.subject).toMatch(
    new RegExp(`^A refund was sent back: invoice ${number} of `),
  );
  const again = await ask();
  expect([again.status, again.body.status]).toEqual([200, "refunded"]);
});
