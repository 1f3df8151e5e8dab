import { copyOwnData } from "@plumbline/contract/closure/contract.ts";
import { addDays, dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { leftWithoutVat, vatTexts } from "@plumbline/contract/invoices/vat.ts";
import * as vat from "@plumbline/contract/invoices/vat-contract.ts";
import { registrationTexts, vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import { changeMoneySetting } from "@plumbline/contract/prices/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { pdfWords } from "../../testing/pdf-words.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();
const bank = cardSandbox(server);
let staff: Person;
let customer: Person;

beforeAll(async () => {
  staff = await makeStaff(server.context, { name: "Rosalind Hale" });
  customer = await setUp(server.context, await makeMember(server.context, "customer"));
  await saveCard(server.context, customer.member, await cardToken(server.context));
});

const registration = {
  vat_number: "123 4567 82",
  name: "Osei Advisory Ltd",
  address: "1 Plumb Street\nLondon\nN1 1AA",
  agreed: true,
  agreement_version: vatAgreement.version,
};
const register = (by: Person, body: object = {}) =>
  server.call(vat.setVatRegistration, { body: { ...registration, ...body } as never }, by.token);
const end = (by: Person) => server.call(vat.endVatRegistration, {}, by.token);
const registered = async (by: Person) => (await server.call(vat.readVatRegistration, {}, by.token)).body;

/** An advisor who can be paid, with an engagement of £5,000 in progress. */
async function advisorAtWork() {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  await connectPayouts(server.context, advisor);
  const of = { advisor, customer, status: "in_progress", fee: 1000, units: 5 } as const;
  return { advisor, project: await makeEngagement(server.context, of) };
}

const line = (unit_price: number, vat_treatment?: string) => ({
  ...{ description: "Work", quantity: 1, unit_price },
  ...(vat_treatment && { vat_treatment }),
});
const invoice = (by: Person, project_id: number, lines: object[], more: object = {}) =>
  server.call(contract.createInvoice, { body: { project_id, items_attributes: lines, ...more } as never }, by.token);
const read = async (id: number, by: Person) =>
  (await server.call(contract.readInvoice, { params: { id } }, by.token)).body;
const standing = async (id: number, by: Person) =>
  (await server.call(contract.projectInvoices, { params: { id } }, by.token)).body;

test("I-20 refused: wrong check digits, no name, no address, no agreement or one to other words, a customer", async () => {
  const { advisor } = await advisorAtWork();
  for (const [field, value, message] of [
    ["vat_number", "123 4567 83", registrationTexts.number],
    ["vat_number", 123456782, registrationTexts.number],
    ["name", " ", registrationTexts.name],
    ["address", "", registrationTexts.address],
    ["agreed", false, registrationTexts.agreed],
    ["agreement_version", "2020-01", "These words have changed. Please read them again."],
  ] as const) {
    const answer = await register(advisor, { [field]: value });
    expect([answer.status, answer.errors]).toEqual([422, { [field]: [message] }]);
  }
  expect((await register(customer)).status).toBe(404);
  expect(await registered(advisor)).toEqual({ registration: null, percents: { standard: 20, reduced: 5 } });
});

test("I-21 an advisor who is not registered: a treatment is refused with its line, and the invoice has nothing of VAT", async () => {
  const { advisor, project } = await advisorAtWork();
  const refused = await invoice(advisor, project, [line(100), line(50, "zero")]);
  expect([refused.status, refused.errors]).toEqual([
    422,
    { "items_attributes.1.vat_treatment": [vatTexts.notRegistered] },
  ]);
  const { body } = await invoice(advisor, project, [line(1000)]);
  expect(body).toMatchObject({ total: 1000, info: { platform_fee: 100, advisor_amount: 900 } });
  expect("vat" in body || "vat_treatment" in (body.items[0] ?? {})).toBe(false);
  expect("plus_vat" in (await standing(project, advisor))).toBe(false);
});

test("I-21 an invoice that comes to another total than was seen, with VAT that was registered since, is not sent", async () => {
  const { advisor, project } = await advisorAtWork();
  const draft = (await invoice(advisor, project, [line(1000)], { draft: true })).body;
  await register(advisor);
  const seen = { total: 1000 };
  const update = {
    project_id: project,
    items_attributes: [{ description: "Work", quantity: 1, unit_price: 1000 }],
    send: true,
    ...seen,
  };
  for (const refused of [
    await invoice(advisor, project, [line(1000)], seen),
    await server.call(contract.updateDraft, { params: { id: draft.id }, body: update }, advisor.token),
  ])
    expect(refused).toMatchObject({ status: 422, errors: { base: [expect.stringContaining("comes to £1,200.00")] } });
  expect(await read(draft.id, advisor)).toMatchObject({ status: "draft" });
  expect((await invoice(advisor, project, [line(1000)], { total: 1200 })).body).toMatchObject({ total: 1200 });
});

test("I-20 registering, changing and ending are kept as rows with what was agreed; drafts follow, sent invoices keep theirs", async () => {
  const { advisor, project } = await advisorAtWork();
  const draft = (await invoice(advisor, project, [line(100)], { draft: true })).body;
  expect(draft.total).toBe(100);
  expect((await register(advisor)).body.registration).toMatchObject({
    ...{ vat_number: "GB123456782", name: "Osei Advisory Ltd", agreement_version: vatAgreement.version },
  });
  expect(await read(draft.id, advisor)).toMatchObject({ total: 120, vat: { total_vat: 20 } });
  const sums = async () => (await server.call(contract.sumInvoices, { query: {} }, advisor.token)).body;
  expect(await sums()).toMatchObject({ total: 120, other: 120 });
  const sent = (await invoice(advisor, project, [line(10)])).body;
  await register(advisor, { vat_number: "GB123456727", name: "Osei Group Ltd" });
  expect((await read(sent.id, customer)).vat).toMatchObject({ number: "GB123456782", name: "Osei Advisory Ltd" });
  expect((await read(draft.id, advisor)).vat).toMatchObject({ number: "GB123456727", name: "Osei Group Ltd" });
  // Also from two tabs.
  for (const answer of [await end(advisor), await end(advisor)])
    expect([answer.status, answer.body.registration]).toEqual([200, null]);
  expect(await read(draft.id, advisor)).toMatchObject({ total: 100 });
  expect(await sums()).toMatchObject({ total: 112, other: 100 });
  expect((await read(sent.id, customer)).vat).toMatchObject({ total_vat: 2 });
  const { body } = await server.call(contract.sendDraft, { params: { id: draft.id }, body: {} }, advisor.token);
  expect([body.total, "vat" in body]).toEqual([100, false]);
  const { rows } = await server.context.db.execute(
    sql`select number, ended_at is null as holds from vat_registrations where member_id = ${advisor.id} order by id`,
  );
  expect(rows).toEqual([
    { number: "GB123456782", holds: false },
    { number: "GB123456727", holds: false },
  ]);
  // The audit names each once.
  const events = await server.context.db.execute<{ kind: string }>(
    sql`select kind from events where subject = 'member' and subject_id = ${advisor.id} and kind like 'vat.%' order by id`,
  );
  expect(events.rows.map(({ kind }) => kind)).toEqual(["vat.registered", "vat.registered", "vat.ended"]);
});

test("I-22 a draft shows today's rates, and an invoice keeps those of the day on which it was sent", async () => {
  const { advisor, project } = await advisorAtWork();
  await register(advisor);
  const draft = (await invoice(advisor, project, [line(100), line(100, "reduced")], { draft: true })).body;
  const before = (await invoice(advisor, project, [line(100)])).body;
  expect([draft.total, before.total]).toEqual([225, 120]);
  const from_day = addDays(dayInLondon(server.clock.now()), 1);
  const body = { setting: "vat_standard", value: 17.5, from_day, reason: "The Budget." } as const;
  expect((await server.call(changeMoneySetting, { body }, staff.token)).status).toBe(201);
  server.clock.advanceDays(1);
  expect(await read(draft.id, advisor)).toMatchObject({
    total: 222.5,
    vat: { total_without_vat: 200, total_vat: 22.5 },
  });
  const sent = (await server.call(contract.sendDraft, { params: { id: draft.id }, body: {} }, advisor.token)).body;
  expect(sent).toMatchObject({
    total: 222.5,
    vat: {
      rates: [
        { treatment: "standard", percent: 17.5, amount: 100, vat: 17.5 },
        { treatment: "reduced", percent: 5, amount: 100, vat: 5 },
      ],
    },
    items: [
      { vat_treatment: "standard", vat_percent: 17.5 },
      { vat_treatment: "reduced", vat_percent: 5 },
    ],
  });
  expect(await read(before.id, customer)).toMatchObject({ total: 120, vat: { rates: [{ percent: 20, vat: 20 }] } });
  await server.call(
    changeMoneySetting,
    { body: { ...body, value: 20, from_day: addDays(from_day, 1), reason: "Taken back." } },
    staff.token,
  );
  server.clock.advanceDays(1);
});

test("I-23 I-24 I-25 the customer pays the total with VAT; the commission and the agreed total are without it; a refund says its VAT", async () => {
  const { advisor, project } = await advisorAtWork();
  await register(advisor);
  const lines = [line(1000), line(100, "exempt"), line(50, "zero"), line(10, "outside")];
  const { body: sent } = await invoice(advisor, project, lines);
  expect(sent).toMatchObject({
    ...{ total: 1360, amount: 1360 },
    info: { platform_fee_percent: 10, platform_fee: 116, advisor_amount: 1244 },
    vat: { ...{ number: "GB123456782", total_without_vat: 1160, total_vat: 200 }, address: registration.address },
  });
  expect(sent.vat?.rates.map(({ treatment, percent }) => [treatment, percent])).toEqual([
    ["standard", 20],
    ["zero", 0],
    ["exempt", null],
    ["outside", null],
  ]);
  expect(await standing(project, customer)).toMatchObject({ agreed: 5000, invoiced: 1160, left: 3840, plus_vat: true });
  await makePaid(server.context, customer, sent.id);
  const charge = (await bank.charges()).find(({ metadata }) => metadata["invoice_id"] === String(sent.id));
  expect(charge).toMatchObject({ amount: 136_000, fee: 11_600, transferred: 124_400 });
  expect(await standing(project, advisor)).toMatchObject({ paid: 1160, invoiced: 1160 });
  const preview = (amount: string) =>
    server.call(staffContract.previewRefund, { params: { id: sent.id }, query: { amount } }, staff.token);
  expect((await preview("340")).body).toMatchObject({ amount: 340, vat: 50, platform_fee: 29, advisor_amount: 311 });
  const refund = (body: object) =>
    server.call(
      staffContract.refundInvoice,
      { params: { id: sent.id }, body: { reason: "A quarter fell out.", ...body } as never },
      staff.token,
    );
  expect((await refund({ amount: 340 })).body.refunds).toMatchObject([{ amount: 340, vat: 50 }]);
  expect(await standing(project, advisor)).toMatchObject({ paid: 870, invoiced: 870, left: 4130 });
  expect(await words(sent.id)).toContain("Of what was given back £50.00 is VAT.");
  expect((await refund({})).body.refunds.map((each) => each.vat)).toEqual([50, 150]);
  expect(await words(sent.id)).toContain("Of what was given back £200.00 is VAT.");
  expect(await standing(project, advisor)).toMatchObject({ invoiced: 0, left: 5000 });
});

test("I-23 the receipt by e-mail names the VAT, with which its lines add up to the total", async () => {
  const { advisor, project } = await advisorAtWork();
  const receipt = async (lines: object[]) => {
    const { body } = await invoice(advisor, project, lines);
    await makePaid(server.context, customer, body.id);
    const mails = await server.mailsTo(customer.email);
    return mails.find(({ subject }) => subject.startsWith(`Receipt for invoice ${body.number}`))?.text;
  };
  expect(await receipt([line(100)])).not.toContain("VAT");
  await register(advisor);
  expect(await receipt([line(1000), line(50, "zero")])).toMatch(
    /Work: £1,000\.00\nWork: £50\.00\nVAT: £200\.00\nTotal: £1,250\.00/,
  );
});

test("I-24 what an engagement is invoiced is computed by the rule's arithmetic, also after an odd refund", async () => {
  const { advisor, project } = await advisorAtWork();
  await register(advisor);
  const { body: sent } = await invoice(advisor, project, [line(33.33), line(0.07, "reduced")]);
  await makePaid(server.context, customer, sent.id);
  const body = { reason: "A part of it.", amount: 7.77 } as never;
  await server.call(staffContract.refundInvoice, { params: { id: sent.id }, body }, staff.token);
  const taxed = { totalPence: sent.total * 100, vatPence: 667 };
  expect(sent.total).toBe(40.07);
  const left = leftWithoutVat(taxed, 777) / 100;
  expect(await standing(project, advisor)).toMatchObject({ invoiced: left, paid: left, claimed: 0 });
});

/** What the PDF of an invoice says. */
async function words(id: number): Promise<string> {
  const headers = { authorization: `Bearer ${customer.token}` };
  const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, { headers });
  return pdfWords(Buffer.from(await answer.arrayBuffer())).replace(/\s+/g, " ");
}

test("I-26 the PDF is a full VAT invoice, and one without VAT has no word of it", async () => {
  const { advisor, project } = await advisorAtWork();
  const without = (await invoice(advisor, project, [line(1000)])).body;
  expect(await words(without.id)).toContain("£1,000.00");
  expect(await words(without.id)).not.toContain("VAT");
  await register(advisor);
  const lines = [{ ...line(500), quantity: 2 }, line(40, "reduced"), line(10, "outside")];
  const { body: sent } = await invoice(advisor, project, lines);
  const text = await words(sent.id);
  for (const part of [
    ...[sent.number, "Issued, and tax point: ", formatLong(sent.date), "VAT number GB 123 4567 82"],
    ...["FROM Osei Advisory Ltd 1 Plumb Street London N1 1AA", `TO ${sent.customer.profile.name}`],
    ...["Work 2 £500.00 20% £1,000.00", "Work 1 £40.00 5% £40.00", "Outside the scope £10.00"],
    ...["Total without VAT £1,050.00", "VAT at 20% on £1,000.00 £200.00", "VAT at 5% on £40.00 £2.00"],
    ...["Outside the scope of VAT, £10.00 £0.00", "Total VAT £202.00", "Total £1,252.00", "pounds sterling"],
  ])
    expect(text).toContain(part);
});

test("I-26 the CSV of either side has the sums without VAT and the VAT, and the copy of the advisor's data the registration", async () => {
  const { advisor, project } = await advisorAtWork();
  await register(advisor);
  await invoice(advisor, project, [line(1000), line(40, "reduced")]);
  const get = async (path: string, { token }: Person) =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).text();
  const csv = await get(contract.invoicesCsv.path, advisor);
  expect(csv).toContain("Commission,Yours,Without VAT,VAT");
  expect(csv).toMatch(/,1242(\.00)?,,104(\.00)?,1138(\.00)?,1040(\.00)?,202(\.00)?\r?\n/);
  expect(await get(contract.invoicesCsv.path, customer)).toMatch(/,1242(\.00)?,,1040(\.00)?,202(\.00)?\r?\n/);
  expect(await get(copyOwnData.path, advisor)).toMatch(/vat_registrations.*GB123456782.*Plumb Street/s);
});

test("I-19 I-21 a claim for late payment is outside the scope of VAT: a treatment is refused, and nothing is added; the debt is with VAT", async () => {
  const { advisor, project } = await advisorAtWork();
  await register(advisor);
  const { body: late } = await invoice(advisor, project, [line(1000)]);
  await server.context.db.execute(sql`update invoices set due_on = due_on - 40 where id = ${late.id}`);
  expect((await read(late.id, advisor)).late_payment?.debt).toBe(1200);
  const claim = (treatment?: string) => invoice(advisor, project, [line(70, treatment)], { claim_for: late.id });
  const refused = await claim("outside");
  expect([refused.status, refused.errors]).toEqual([422, { "items_attributes.0.vat_treatment": [vatTexts.onClaim] }]);
  const { body } = await claim();
  expect(body).toMatchObject({ total: 70, info: { platform_fee: 0, advisor_amount: 70 } });
  expect("vat" in body).toBe(false);
});
