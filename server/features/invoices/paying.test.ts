import * as contract from "@plumbline/contract/invoices/contract.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { events, invoices, payments } from "../../schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { providerCustomerOf, putCard } from "../membership/card.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { settlePayments } from "./jobs.ts";

const world = aWorld();
let advisor: Person;
let account: string;

beforeAll(async () => {
  advisor = await setUp(world.house, await makeMember(world.house, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(world.house, advisor);
  account = (await findPayoutAccount(world.house.db, advisor.id))?.accountId as string;
});

const bank = cardSandbox(world);
/** What was really charged for an invoice. */
const chargesOf = async (id: number) =>
  (await bank.charges()).filter(
    (charge) => charge.metadata["invoice_id"] === String(id) && charge.status === "succeeded",
  );

/** A customer with a saved card, by its number at the sandbox. */
async function payer(number: string | null = "4242424242424242"): Promise<Person> {
  const person = await setUp(world.house, await makeMember(world.house, "customer", { name: "Priya Raman" }));
  if (number) await giveCard(person, number);
  return person;
}

async function giveCard(person: Person, number: string): Promise<void> {
  await putCard(
    world.house,
    await providerCustomerOf(world.house, person.member),
    await cardToken(world.house, number),
  );
}

async function invoiceFor(customer: Person, pounds = 1000, from = advisor): Promise<number> {
  const engagementId = await makeEngagement(world.house, { advisor: from, customer, status: "in_progress" });
  return makeInvoice(world.house, { advisor: from, engagementId, lines: [["Work", 1, pounds]] });
}

const pay = (id: number, person: Person) => world.call(contract.payInvoice, { params: { id } }, person.token);
const read = async (id: number, person: Person) =>
  (await world.call(contract.readInvoice, { params: { id } }, person.token)).body;
const paymentsOf = (id: number) =>
  world.house.db.select().from(payments).where(eq(payments.invoiceId, id)).orderBy(payments.id);
const paidEvents = async (id: number) =>
  (await world.house.db.select().from(events).where(eq(events.subjectId, id))).filter(
    ({ kind }) => kind === "invoice.paid",
  ).length;

test("I-12 only the customer of an invoice pays it", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  expect((await world.call(contract.payInvoice, { params: { id } })).status).toBe(401);
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

test("I-12 an advisor who cannot be paid stops the payment before anything is charged", async () => {
  const poor = await setUp(world.house, await makeMember(world.house, "advisor"));
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
  expect((await world.mailsTo(customer.email))[0]?.subject).toBe(
    "Invoice INV-0002 could not be paid".replace("INV-0002", (await read(id, customer)).number as string),
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
  const [receipt] = await world.mailsTo(customer.email);
  expect(receipt?.subject).toMatch(/^Receipt for invoice INV-/);
  expect(receipt?.text).toContain("£1,000.00");
  expect(receipt?.links).toContain(`${world.url}/invoices/${id}`);
  expect((await world.mailsTo(advisor.email))[0]?.text).toContain(
    "Platform fee (10%): £100.00\nTo your payout account: £900.00",
  );
});

test("I-12 two browsers, and an impatient finger, pay once", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, customer)));
  expect(answers.filter(({ status, body }) => status === 200 && body.status === "Completed").length).toBeGreaterThan(0);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await chargesOf(id)).toHaveLength(1);
  expect(await paidEvents(id)).toBe(1);
});

test("I-12 a card that needs authentication gives the challenge; answered, the second call settles it", async () => {
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
  await bank.mend();
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 a challenge that is not passed leaves the invoice payable, and its old secret can never charge again", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await answer(secret, "fail");
  await settlePayments(world.house);
  expect(await read(id, customer)).toMatchObject({ status: "sent", payment: { status: "failed" } });
  expect((await world.house.cards.stripe.paymentIntents.retrieve(secret.split("_secret")[0] as string)).status).toBe(
    "canceled",
  );
  const again = await pay(id, customer);
  expect(again.body.payment?.client_secret).not.toBe(secret);
  await answer(again.body.payment?.client_secret as string, "complete");
  await settlePayments(world.house);
  expect((await read(id, customer)).status).toBe("Completed");
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 a challenge nobody answers is let go after an hour, or for another card", async () => {
  const customer = await payer("4000002760003184");
  const [late, changed] = [await invoiceFor(customer), await invoiceFor(customer)];
  await pay(late, customer);
  await pay(changed, customer);
  await giveCard(customer, "4242424242424242");
  expect((await pay(changed, customer)).body.status).toBe("Completed");
  world.clock.advance(61 * 60_000);
  await settlePayments(world.house);
  expect((await paymentsOf(late)).map(({ status }) => status)).toEqual(["failed"]);
  expect((await read(late, customer)).status).toBe("sent");
});

async function answer(secret: string, outcome: "complete" | "fail"): Promise<void> {
  const [intent] = secret.split("_secret");
  await fetch(`${world.sandbox.stripe?.url}/3ds/${intent}`, {
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
  await bank.mend();
  await settlePayments(world.house);
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
  // What the database holds when the process dies after the charge: the attempt, and nothing of its outcome.
  await world.house.db
    .update(payments)
    .set({ status: "started", settledAt: null, intentId: null })
    .where(eq(payments.invoiceId, id));
  await world.house.db.update(invoices).set({ status: "processing", paidAt: null }).where(eq(invoices.id, id));
  await bank.mend();
  await settlePayments(world.house);
  expect((await read(id, customer)).status).toBe("Completed");
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 killed long ago before the charge, the attempt is given up and nothing is ever charged for it", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer);
  await world.house.db.insert(payments).values({
    invoiceId: id,
    status: "started",
    amountPence: 100_000,
    feePence: 10_000,
    destination: account,
    providerCustomerId: await providerCustomerOf(world.house, customer.member),
    createdAt: new Date(world.clock.now().getTime() - 3_600_000),
  });
  await world.house.db.update(invoices).set({ status: "processing" }).where(eq(invoices.id, id));
  await settlePayments(world.house);
  expect((await read(id, customer)).status).toBe("sent");
  expect(await chargesOf(id)).toEqual([]);
  expect((await pay(id, customer)).body.status).toBe("Completed");
});

test("I-12 webhooks that come twice, late and out of order change nothing", async () => {
  const customer = await payer("4000000000000341");
  const id = await invoiceFor(customer);
  await pay(id, customer);
  await giveCard(customer, "4242424242424242");
  await pay(id, customer);
  const { data } = await world.house.cards.stripe.events.list({ limit: 100 });
  const ours = data.filter((event) => event.type.startsWith("payment_intent.") || event.type.startsWith("charge."));
  // Newest first, each once more as it is, and once as an event that nobody has seen.
  for (const event of ours)
    for (const copy of [event, { ...event, id: `${event.id}_again` }]) expect(await bank.deliver(copy)).toBe(200);
  expect((await read(id, customer)).status).toBe("Completed");
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  expect(await paidEvents(id)).toBe(1);
  expect(await chargesOf(id)).toHaveLength(1);
});

test("I-12 a webhook alone settles what the payer's browser never came back from", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await answer(secret, "complete");
  await expect.poll(async () => (await read(id, customer)).status, { timeout: 10_000 }).toBe("Completed");
});

test("I-12 a webhook that nobody signed is refused", async () => {
  const answered = await fetch(`${world.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
    body: JSON.stringify({ id: "evt_x", type: "payment_intent.succeeded", data: { object: {} } }),
  });
  expect(answered.status).toBe(400);
});

test("I-12 a refund is the staff's alone, of what was paid, once, with a reason that both parties read", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer, 1000);
  const staff = await makeStaff(world.house, { name: "Rosalind Hale" });
  const refund = (token: string, reason = "The work was not done.") =>
    world.call(contract.refundInvoice, { params: { id }, body: { reason } }, token);
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
    const letters = (await world.mailsTo(person.email)).filter(({ subject }) => subject.endsWith("was refunded"));
    expect(letters.map(({ text }) => text.includes("The work was not done."))).toEqual([true]);
  }
});

test("I-12 a refund that the provider did not answer, or that was made over there, is recorded once", async () => {
  const customer = await payer();
  const staff = await makeStaff(world.house);
  const [silent, lost, there] = [await invoiceFor(customer), await invoiceFor(customer), await invoiceFor(customer)];
  for (const id of [silent, lost, there]) await pay(id, customer);
  const ask = (id: number) =>
    world.call(contract.refundInvoice, { params: { id }, body: { reason: "Twice the same." } }, staff.token);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  await bank.fault({ kind: "500_after", path: "/v1/refunds", times: 1 });
  expect((await ask(silent)).status).toBe(200);
  await bank.fault({ kind: "timeout_before", path: "/v1/refunds", times: 12 });
  expect((await ask(lost)).status).toBe(409);
  expect((await read(lost, customer)).status).toBe("Completed");
  await bank.mend();
  await settlePayments(world.house);
  for (const id of [silent, lost]) {
    expect((await read(id, customer)).status).toBe("refunded");
    expect(await chargesOf(id)).toMatchObject([{ amount: 100_000, refunded: 100_000, fee: 0, transferred: 0 }]);
  }
  const [payment] = await paymentsOf(there);
  await world.house.cards.stripe.refunds.create({
    payment_intent: payment?.intentId as string,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  await expect.poll(async () => (await read(there, customer)).status, { timeout: 10_000 }).toBe("refunded");
});

test("I-12 a second call after a challenge that was not passed tells so, and begins nothing new", async () => {
  const customer = await payer("4000002760003184");
  const id = await invoiceFor(customer);
  const secret = (await pay(id, customer)).body.payment?.client_secret as string;
  await bank.fault({ kind: "drop_webhooks", times: 5 });
  await answer(secret, "fail");
  const told = await pay(id, customer);
  await bank.mend();
  expect(told.status).toBe(422);
  expect(told.errors["base"]?.[0]).toContain("unable to authenticate");
  expect(await paymentsOf(id)).toHaveLength(1);
});

test("I-12 a refund that the bank sends back makes the invoice paid again, and it can be refunded once more", async () => {
  const customer = await payer("4000000000005126");
  const staff = await makeStaff(world.house);
  const id = await invoiceFor(customer);
  await pay(id, customer);
  const ask = () => world.call(contract.refundInvoice, { params: { id }, body: { reason: "Cancelled." } }, staff.token);
  expect((await ask()).body.status).toBe("refunded");
  world.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await read(id, customer)).status, { timeout: 10_000 }).toBe("Completed");
  expect((await world.mailsTo(customer.email)).map(({ subject }) => subject).join()).toContain("did not arrive");
  expect((await world.mailsTo("team@plumbline.test"))[0]?.subject).toBe(`A refund was sent back: invoice #${id}`);
  const again = await ask();
  expect([again.status, again.body.status]).toEqual([200, "refunded"]);
});
