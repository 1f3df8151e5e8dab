import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { completeProject } from "@plumbline/contract/engagements/contract.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { testServer } from "../../testing/plumbline.ts";
import { toInvoiceOf } from "../engagements/to-invoice-store.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();
let advisor: Person;
let customer: Person;

beforeAll(async () => {
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(server.context, advisor);
  customer = await setUp(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }));
  await saveCard(server.context, customer.member, await cardToken(server.context));
});

const engaged = () => makeEngagement(server.context, { advisor, customer, status: "in_progress", fee: 1000, units: 4 });
const read = async (id: number, { token } = advisor) =>
  (await server.call(contract.readInvoice, { params: { id } }, token)).body;

/** An invoice over £1,000 that fell due so many days ago. */
async function late(days = 14, engagementId?: number) {
  const project = engagementId ?? (await engaged());
  const id = await makeInvoice(server.context, { advisor, engagementId: project });
  const dueOn = addDays(dayInLondon(server.context.clock.now()), -days);
  await server.context.db.execute(sql`update invoices set due_on = ${dueOn} where id = ${id}`);
  return { id, project };
}

const line = (description: string, unit_price: number) => ({ description, quantity: 1, unit_price });
const claim = (
  { id, project }: { id: number; project: number },
  more: Partial<Parameters<typeof body>[0]> = {},
  token: string | null = advisor.token,
) => server.call(contract.createInvoice, { body: body({ project_id: project, claim_for: id, ...more }) }, token);
const body = (given: {
  project_id: number;
  claim_for: number;
  draft?: boolean;
  items_attributes?: ReturnType<typeof line>[];
}) => ({ items_attributes: [line("Interest", 4), line("Compensation", 70)], ...given });
const refusal = ({ status, errors }: { status: number; errors: unknown }) => [status, errors];

test("I-16 nobody but its advisor can claim an invoice, and only one that is late", async () => {
  const owed = await late();
  expect((await claim(owed, {}, null)).status).toBe(401);
  expect((await claim(owed, {}, customer.token)).status).toBe(404);
  const stranger = await setUp(server.context, await makeMember(server.context, "advisor"));
  expect(refusal(await claim(owed, {}, stranger.token))).toEqual([404, { base: ["We could not find that invoice."] }]);
  expect((await claim({ ...owed, id: 999_999 })).status).toBe(404);
  expect(refusal(await claim({ ...owed, project: await engaged() }))).toEqual([
    422,
    { project_id: ["A claim belongs to the project of the invoice that it is for."] },
  ]);
  const notLate = [
    409,
    { base: ["Nothing can be claimed for this invoice: it is not overdue, and it was not paid late."] },
  ];
  // Today is the due day.
  expect(refusal(await claim(await late(0)))).toEqual(notLate);
  const withdrawn = await late();
  await server.call(contract.withdrawInvoice, { params: { id: withdrawn.id } }, advisor.token);
  expect(refusal(await claim(withdrawn))).toEqual(notLate);
  for (const id of [owed.id, withdrawn.id]) expect((await read(id)).claimed_by).toBeNull();
});

test("I-16 a claim is for no more than the law allows by the day on which it is sent, also from a draft", async () => {
  const owed = await late();
  const { late_payment: allowed } = await read(owed.id);
  const over = [
    422,
    { items_attributes: [expect.stringMatching(/^At most £74\.48 may be claimed for INV-\d{4} by today\.$/)] },
  ];
  expect(allowed?.total).toBe(74.48);
  expect(refusal(await claim(owed, { items_attributes: [line("All of it", 74.49)] }))).toEqual(over);
  const draft = await claim(owed, { draft: true, items_attributes: [line("Too much, for now", 5000)] });
  expect([draft.status, draft.body.status, draft.body.info?.platform_fee_percent]).toEqual([201, "draft", 0]);
  const params = { id: draft.body.id };
  const lines = { project_id: owed.project, items_attributes: [line("All of it", 74.49)] };
  expect(refusal(await server.call(contract.sendDraft, { params, body: {} }, advisor.token))).toEqual(over);
  expect(
    refusal(await server.call(contract.updateDraft, { params, body: { ...lines, send: true } }, advisor.token)),
  ).toEqual(over);
  const elsewhere = { ...lines, project_id: await engaged() };
  expect((await server.call(contract.updateDraft, { params, body: elsewhere }, advisor.token)).status).toBe(422);
  // The next day allows a day more.
  server.clock.advanceDays(1);
  const next = { ...lines, items_attributes: [line("All of it", 74.8)], send: true };
  const sent = await server.call(contract.updateDraft, { params, body: next }, advisor.token);
  expect([sent.status, sent.body.status, sent.body.claim_for?.id]).toEqual([200, "sent", owed.id]);
});

test("I-17 the customer hears that an invoice is a claim, and for which late invoice", async () => {
  const owed = await late();
  const { body } = await claim(owed);
  const { number } = await read(owed.id);
  await expect
    .poll(async () => (await server.mailsTo(customer.email)).map(({ subject, text }) => [subject, text]))
    .toContainEqual([
      expect.stringMatching(new RegExp(`^Invoice ${body.number} from .* for late payment$`)),
      expect.stringContaining(`because invoice ${number} was paid late or is still unpaid`),
    ]);
});

test("I-15 both parties read what may be claimed; the lines are for the advisor", async () => {
  const { id } = await late(50);
  const today = dayInLondon(server.context.clock.now());
  const forAdvisor = (await read(id)).late_payment;
  expect(forAdvisor).toMatchObject({ days: 50, until: today, from: addDays(today, -49), percent: 11.75, debt: 1000 });
  expect(forAdvisor).toMatchObject({ per_day: 0.32, interest: 16, compensation: 70, total: 86, blocked: null });
  expect(forAdvisor?.working).toBe("£1,000.00 × 11.75% ÷ 365 = £0.32 a day, × 50 days = £16.00");
  expect(forAdvisor?.lines?.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual([
    [50, 0.32],
    [1, 70],
  ]);
  const { lines, ...facts } = forAdvisor ?? {};
  expect((await read(id, customer)).late_payment).toEqual(facts);
  const { body } = await server.call(contract.listInvoices, {}, advisor.token);
  expect(body.entries.some((entry) => "late_payment" in entry)).toBe(false);
});

test("I-17 two tabs claim once; a second claim names the first until that is deleted or withdrawn", async () => {
  const owed = await late();
  const both = await Promise.all([claim(owed), claim(owed)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const first = both.find(({ status }) => status === 201)?.body as contract.Invoice;
  expect(first.claim_for).toEqual({ id: owed.id, number: (await read(owed.id)).number });
  expect(refusal(await claim(owed))).toEqual([
    409,
    { base: [`${first.claim_for?.number} was claimed already, with ${first.number}.`] },
  ]);
  for (const person of [advisor, customer])
    expect((await read(owed.id, person)).claimed_by).toEqual({ id: first.id, number: first.number });
  // A claim is no price of work: it carries no interest itself.
  await server.context.db.execute(sql`update invoices set due_on = due_on - 300 where id = ${first.id}`);
  expect((await read(first.id)).late_payment).toBeNull();
  expect((await claim({ ...owed, id: first.id })).status).toBe(409);

  await server.call(contract.withdrawInvoice, { params: { id: first.id } }, advisor.token);
  const draft = await claim(owed, { draft: true });
  expect(draft.status).toBe(201);
  expect([(await read(owed.id)).claimed_by, (await read(owed.id, customer)).claimed_by]).toEqual([
    { id: draft.body.id, number: null },
    null,
  ]);
  expect((await claim(owed)).errors).toEqual({
    base: [`A claim for ${first.claim_for?.number} is among your drafts already.`],
  });
  await server.call(contract.deleteDraft, { params: { id: draft.body.id } }, advisor.token);
  expect((await claim(owed)).status).toBe(201);
});

test("I-18 an invoice that was paid late is claimed up to the day of payment, also once its engagement is completed", async () => {
  const owed = await late();
  await makePaid(server.context, customer, owed.id);
  await server.call(completeProject, { params: { id: owed.project }, body: {} }, customer.token);
  // It was paid three weeks ago.
  const { id } = owed;
  await server.context.db.execute(sql`update invoices set due_on = due_on - 21,
    paid_at = (paid_at at time zone 'Europe/London' - interval '21 days') at time zone 'Europe/London' where id = ${id}`);
  expect((await read(owed.id)).late_payment).toMatchObject({ days: 14, total: 74.48 });
  expect((await read(owed.id, customer)).late_payment).toBeNull();
  // The documented call is refused as before.
  const work = { project_id: owed.project, items_attributes: [line("Work", 10)] };
  expect((await server.call(contract.createInvoice, { body: work }, advisor.token)).errors).toEqual({
    base: ["An invoice can be sent for a project in progress only."],
  });
  const draft = await claim(owed, { draft: true });
  const sent = await server.call(contract.sendDraft, { params: { id: draft.body.id }, body: {} }, advisor.token);
  expect([sent.status, sent.body.status]).toEqual([200, "sent"]);
});

test("I-18 nothing is claimed on what was given back, while a bank looks into the payment, or from a closed account", async () => {
  const owed = await late();
  await makePaid(server.context, customer, owed.id);
  const staff = await makeStaff(server.context);
  const refund = (amount?: number) =>
    server.call(refundInvoice, { params: { id: owed.id }, body: { reason: "As agreed.", amount } }, staff.token);
  await refund(600);
  // £400 of it stand, so that the compensation is the lower one.
  expect((await read(owed.id)).late_payment).toMatchObject({
    debt: 400,
    interest: 1.82,
    compensation: 40,
    total: 41.82,
  });

  const dispute = (state: string) =>
    server.context.db.execute(sql`insert into disputes (provider_id, invoice_id, payment_id, state, amount_pence, reason, opened_at)
      select 'dp_claims', ${owed.id}, id, ${state}, 40000, 'general', now() from payments where invoice_id = ${owed.id}
      on conflict (provider_id) do update set state = excluded.state`);
  const waits = "The customer's bank is looking into this payment. Nothing can be claimed until it has decided.";
  for (const state of ["inquiry", "open"]) {
    await dispute(state);
    expect((await read(owed.id)).late_payment?.blocked).toBe(waits);
    expect(refusal(await claim(owed))).toEqual([409, { base: [waits] }]);
  }
  await dispute("won");
  expect((await read(owed.id)).late_payment?.blocked).toBeNull();
  await server.context.db.execute(sql`update members set state = 'closed' where id = ${customer.id}`);
  expect((await claim(owed, { items_attributes: [line("Compensation", 40)] })).status).toBe(409);
  await server.context.db.execute(sql`update members set state = 'active' where id = ${customer.id}`);
  await refund();
  expect((await read(owed.id)).late_payment).toBeNull();
  expect((await claim(owed)).status).toBe(409);
});

test("I-19 a claim is no agreed work and carries no commission; it is paid and given back like any other invoice", async () => {
  const owed = await late();
  const toInvoice = await toInvoiceOf(server.context.db, advisor.id);
  const { body: sent } = await claim(owed);
  expect(await toInvoiceOf(server.context.db, advisor.id)).toEqual(toInvoice);
  expect(sent.info).toMatchObject({ platform_fee_percent: 0, platform_fee: 0, advisor_amount: 74 });
  const sums = async () =>
    (await server.call(contract.projectInvoices, { params: { id: owed.project } }, customer.token)).body;
  expect(await sums()).toMatchObject({ agreed: 4000, invoiced: 1000, left: 3000, beyond: 0, paid: 0, claimed: 74 });
  expect((await sums()).entries.map(({ claim_for }) => claim_for?.id ?? null)).toEqual([owed.id, null]);
  await makePaid(server.context, customer, sent.id);
  expect(await sums()).toMatchObject({ invoiced: 1000, paid: 0, claimed: 74 });
  expect(await read(sent.id, customer)).toMatchObject({ status: "Completed", claim_for: { id: owed.id } });
  const staff = await makeStaff(server.context);
  const given = { params: { id: sent.id }, body: { reason: "Agreed between the two.", amount: 4 } };
  const { body: back } = await server.call(refundInvoice, given, staff.token);
  expect(back).toMatchObject({ refunded: 4, info: { advisor_refunded: 4, platform_fee_refunded: 0 } });
  expect(await brokenInvariants(server.context.db)).toEqual([]);
});
