import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { subscribe } from "@plumbline/contract/membership/contract.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { settlePayments } from "../features/invoices/jobs.ts";
import { saveCard } from "../features/membership/card.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { testServer } from "../testing/plumbline.ts";

// After an older backup was restored the database gives out ids that the card provider has seen already.

const server = testServer();
const bank = cardSandbox(server);
const monthly = "price_plumbline_monthly";
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context, {});
  advisor = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, advisor);
});
afterEach(() => bank.clearFaults());

async function payer(): Promise<Person> {
  const person = await setUp(server.context, await makeMember(server.context, "customer"));
  await saveCard(server.context, person.member, await cardToken(server.context));
  return person;
}

async function invoiceFor(customer: Person, pounds: number): Promise<number> {
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  return makeInvoice(server.context, { advisor, engagementId, lines: [["Work", 1, pounds]] });
}

const pay = (id: number, by: Person) => server.call(contract.payInvoice, { params: { id } }, by.token);
const statusOf = async (id: number, by: Person) =>
  (await server.call(contract.readInvoice, { params: { id } }, by.token)).body.status;
const chargesOf = async (id: number) =>
  (await bank.charges()).filter(
    ({ metadata, status }) => metadata["invoice_id"] === String(id) && status === "succeeded",
  );

/** Forgets the newest row, as restoring a backup from before it does: its id is the next one again. */
async function forgetNewest(table: "payments" | "refunds" | "subscription_attempts"): Promise<void> {
  const { db } = server.context;
  const name = sql.identifier(table);
  const { rows } = await db.execute<{ id: number }>(
    sql`delete from ${name} where id = (select max(id) from ${name}) returning id`,
  );
  await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${rows[0]?.id ?? 0}, false)`);
}

/** A paid invoice of which only the provider knows that it was paid. */
async function forgottenPayment(customer: Person): Promise<void> {
  const id = await invoiceFor(customer, 300);
  expect((await pay(id, customer)).status).toBe(200);
  await bank.eventsHandled();
  await server.context.db.execute(sql`update invoices set status = 'sent', paid_at = null where id = ${id}`);
  await forgetNewest("payments");
}

test("R19 an invoice whose payment gets an id that was used before is charged once, with its own amount", async () => {
  const customer = await payer();
  await forgottenPayment(customer);
  const id = await invoiceFor(customer, 700);
  expect((await pay(id, customer)).body.status).toBe("Completed");
  expect((await chargesOf(id)).map(({ amount }) => amount)).toEqual([70_000]);
});

test("R19 a payment whose answer was lost is not settled by another one that had its id, and neither by an event of that", async () => {
  const customer = await payer();
  await forgottenPayment(customer);
  const { data } = await server.context.cards.stripe.events.list({ type: "payment_intent.succeeded", limit: 1 });
  const id = await invoiceFor(customer, 700);
  await bank.fault({ kind: "timeout_before", method: "POST", path: "/v1/payment_intents", times: 12 });
  await pay(id, customer);
  expect(await statusOf(id, customer)).toBe("processing");
  await bank.deliver({ ...data[0], id: "evt_delivered_again" });
  expect(await statusOf(id, customer)).toBe("processing");
  await bank.clearFaults();
  await settlePayments(server.context);
  expect(await statusOf(id, customer)).toBe("Completed");
  expect((await chargesOf(id)).map(({ amount }) => amount)).toEqual([70_000]);
});

test("R19 a refund that gets the id of one that was forgotten gives its own amount back, and the other is recorded as found", async () => {
  const customer = await payer();
  const id = await invoiceFor(customer, 1000);
  await pay(id, customer);
  const refund = (amount: number) =>
    server.call(
      staffContract.refundInvoice,
      { params: { id }, body: { reason: "A day less.", amount: String(amount) } },
      staff.token,
    );
  expect((await refund(100)).status).toBe(200);
  await bank.eventsHandled();
  await server.context.db.execute(sql`update invoices set refunded_pence = 0 where id = ${id}`);
  await forgetNewest("refunds");
  expect((await refund(250)).status).toBe(200);
  expect((await chargesOf(id)).map(({ refunded }) => refunded)).toEqual([35_000]);
  const amounts = async () => {
    const { body } = await server.call(staffContract.readAnyInvoice, { params: { id } }, staff.token);
    return body.refunds.map(({ amount }) => amount);
  };
  await expect.poll(amounts).toEqual([250, 100]);
});

test("R19 a membership whose attempt gets an id that was used before is bought for its own buyer", async () => {
  const buy = async (by: Person) =>
    server.call(subscribe, { body: { token: await cardToken(server.context), plan_id: monthly } }, by.token);
  const [first, second] = [await makeMember(server.context, "customer"), await makeMember(server.context, "customer")];
  expect((await buy(first)).body.body.status).toBe("success");
  await forgetNewest("subscription_attempts");
  expect((await buy(second)).body).toMatchObject({ body: { status: "success" }, stripe_setup: true });
});
