import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { unknownField } from "@plumbline/contract/fields.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { readSpending } from "@plumbline/contract/spending/contract.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { makePaidInvoice, type PaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { settlePayments } from "./jobs.ts";

const server = testServer();
const bank = cardSandbox(server);
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context, { name: "Rosalind Hale" });
  advisor = await setUp(context, await makeMember(context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(context, advisor);
});
afterEach(() => bank.clearFaults());

/** An invoice that was paid with a card, by its number at the sandbox. */
const paid = (pounds: number, card?: string) =>
  makePaidInvoice(server, { advisor, card, lines: [["Four weeks", 4, pounds / 4]] });

const refund = ({ id }: PaidInvoice, body: object, by = staff) =>
  server.call(
    staffContract.refundInvoice,
    { params: { id }, body: { reason: "One week of four did not happen.", ...body } as never },
    by.token,
  );
const preview = ({ id }: PaidInvoice, amount?: number | string) =>
  server.call(staffContract.previewRefund, { params: { id }, query: { amount } }, staff.token);
const read = async ({ id }: PaidInvoice, person: Person) =>
  (await server.call(contract.readInvoice, { params: { id } }, person.token)).body;
const readByStaff = async ({ id }: PaidInvoice) =>
  (await server.call(staffContract.readAnyInvoice, { params: { id } }, staff.token)).body;
const chargeOf = async ({ id }: PaidInvoice) =>
  (await bank.charges()).find(
    ({ metadata, status }) => metadata["invoice_id"] === String(id) && status === "succeeded",
  );
const get = async (declaration: Declaration, path: string, token: string) =>
  (
    await fetch(server.url + path, { method: declaration.method, headers: { authorization: `Bearer ${token}` } })
  ).text();

test("G-40 G-42 one week of four is given back: what each side bears is shown before, taken to the penny, and told to both", async () => {
  const invoice = await paid(4000);
  expect((await preview(invoice, "1000")).body).toMatchObject({
    ...{ amount: 1000, advisor_amount: 900, platform_fee: 100, possible: 4000, left_after: 3000, refused: null },
  });
  expect((await read(invoice, invoice.customer)).status).toBe("Completed");
  const { status, body } = await refund(invoice, { amount: 1000 });
  expect([status, body.status, body.refunded, body.allowed_actions]).toEqual([200, "Completed", 1000, ["refund"]]);
  expect(await chargeOf(invoice)).toMatchObject({
    ...{ amount: 400_000, refunded: 100_000, fee: 30_000, transferred: 270_000 },
  });
  expect(body.refunds).toMatchObject([
    {
      ...{ state: "done", amount: 1000, advisor_amount: 900, platform_fee: 100, by: "Rosalind Hale" },
      reason: "One week of four did not happen.",
    },
  ]);

  const seen = await read(invoice, invoice.customer);
  expect(seen).toMatchObject({ status: "Completed", total: 4000, refunded: 1000, refunded_at: null });
  expect(seen.refunds[0]).not.toHaveProperty("advisor_amount");
  expect(seen.refunds[0]).not.toHaveProperty("by");
  const theirs = await read(invoice, advisor);
  expect(theirs.info).toMatchObject({ advisor_amount: 3600, advisor_refunded: 900, platform_fee_refunded: 100 });
  expect(theirs.refunds[0]).toMatchObject({ advisor_amount: 900 });
  for (const [person, words] of [
    [invoice.customer, "£1,000.00 of the £4,000.00"],
    [advisor, "£900.00, was taken back from your payout account; we bear £100.00"],
  ] as const) {
    const [mail] = (await server.mailsTo(person.email)).filter(({ subject }) => /^Part of invoice/.test(subject));
    expect(mail?.text).toContain(words);
    expect(mail?.text).toContain("One week of four did not happen.");
  }
});

test("G-42 lists, sums, the engagement, the CSV, the spending and the PDF follow a part that was given back", async () => {
  const invoice = await paid(4000);
  await refund(invoice, { amount: 250.25 });
  await refund(invoice, { amount: "100" });
  const { token } = invoice.customer;
  expect((await server.call(contract.sumInvoices, { query: {} }, token)).body).toMatchObject({
    ...{ total: 4000, paid: 3649.75, unpaid: 0, other: 350.25 },
  });
  const project = (await server.call(contract.projectInvoices, { params: { id: invoice.engagementId } }, token)).body;
  expect([project.invoiced, project.paid, project.entries[0]?.refunded]).toEqual([3649.75, 3649.75, 350.25]);
  expect(project.entries[0]?.history.map(({ action }) => action)).toEqual([
    ...["sent", "paid", "partly_refunded", "partly_refunded"],
  ]);
  const csv = await get(contract.invoicesCsv, contract.invoicesCsv.path, token);
  expect(csv).toMatch(/Partly refunded,,4000(\.00)?,350\.25/);
  const spent = (await server.call(readSpending, { query: {} }, token)).body;
  expect(JSON.stringify(spent)).toContain("350.25");
  expect(await get(contract.invoicePdf, `/api/invoices/${invoice.id}/pdf`, token)).toMatch(/^%PDF/);
});

test("G-40 many parts add up to the whole at the provider, and the last of them makes the invoice refunded", async () => {
  const invoice = await paid(333.32);
  for (const amount of [0.01, 0.04, 33.33, 100.01, 0.05]) expect((await refund(invoice, { amount })).status).toBe(200);
  const { body } = await refund(invoice, {});
  expect([body.status, body.refunded, body.refunds.at(-1)?.amount]).toEqual(["refunded", 333.32, 199.88]);
  expect(await chargeOf(invoice)).toMatchObject({ amount: 33_332, refunded: 33_332, fee: 0, transferred: 0 });
  const { info } = body;
  expect([info?.advisor_refunded, info?.platform_fee_refunded]).toEqual([info?.advisor_amount, info?.platform_fee]);
  const titles = (await server.mailsTo(invoice.customer.email)).filter(({ subject }) => /was refunded$/.test(subject));
  expect(titles.find(({ subject }) => subject.startsWith("Invoice"))?.text).toContain("the remaining £199.88");
});

test("G-41 a misspelt field, an unreadable amount and more than is left are refused by name, and nothing is given back", async () => {
  const invoice = await paid(400);
  expect(await refund(invoice, { amuont: 10 })).toMatchObject({
    ...{ status: 422, errors: { amuont: [unknownField] } },
  });
  for (const amount of ["ten", -1, 0, 1.005, true, [10]])
    expect(Object.keys((await refund(invoice, { amount })).errors)).toEqual(["amount"]);
  await refund(invoice, { amount: 150 });
  expect(await refund(invoice, { amount: 250.01 })).toMatchObject({
    ...{ status: 422, errors: { amount: ["At most £250.00 can be refunded now."] } },
  });
  expect((await preview(invoice, 300)).body).toMatchObject({
    ...{ possible: 250, refused: "At most £250.00 can be refunded now." },
  });
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 15_000 });
  await refund(invoice, {});
  expect(await refund(invoice, { amount: 1 })).toMatchObject({
    ...{ status: 409, errors: { base: ["This invoice was refunded."] } },
  });
  expect((await preview(invoice)).body).toMatchObject({ possible: 0, refused: "This invoice was refunded." });
});

test("G-41 whoever has not seen an earlier refund is told of it, and gives nothing back a second time", async () => {
  const invoice = await paid(400);
  await refund(invoice, { amount: 50, refunded: 0 });
  for (const stale of [{ amount: 50, refunded: 0 }, { refunded: 0 }])
    expect(await refund(invoice, stale)).toMatchObject({
      status: 409,
      errors: { base: [expect.stringContaining("£50.00 of this invoice has been given back by now.")] },
    });
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 5_000 });
  expect((await refund(invoice, { amount: 50, refunded: 50 })).status).toBe(200);
});

test("G-41 of two members of staff who refund the same at once one gives it back", async () => {
  const invoice = await paid(400);
  const other = await makeStaff(server.context, { name: "Owen Marsh" });
  const same = { amount: 100, refunded: 0 };
  const answers = await Promise.all([refund(invoice, same), refund(invoice, same, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 10_000 });
});

test("G-41 of two members of staff who refund at once one wins, and the other reads what is left", async () => {
  const invoice = await paid(400);
  const other = await makeStaff(server.context, { name: "Owen Marsh" });
  const answers = await Promise.all([refund(invoice, { amount: 100 }), refund(invoice, { amount: 100 }, other)]);
  const given = answers.filter(({ status }) => status === 200).length;
  // Either they met, and the second was told; or the first was done before the second began, which saw it.
  expect((await chargeOf(invoice))?.refunded).toBe(given * 10_000);
  for (const { status, errors } of answers)
    if (status !== 200)
      expect(errors["base"]?.[0]).toMatch(/^Another refund, of £100\.00, was under way.*£300\.00 is left/);
});

test.each([
  ["times out before it begins", [{ kind: "timeout_before", path: "/v1/refunds", times: 12 }]],
  ["gives the money back, then answers an outage", [{ kind: "500_after", path: "/v1/refunds", times: 1 }]],
  ["gives the money back, then is gone", [{ kind: "timeout_after", path: "/v1/refunds", times: 8 }]],
  ["is gone between the refund and our fee", [{ kind: "timeout_before", path: "/v1/application_fees/*", times: 12 }]],
  [
    "gives the money back, then refuses to tell our fee",
    [{ kind: "forbidden", method: "GET", path: "/v1/payment_intents/*", times: 12 }],
  ],
  [
    "refuses to tell what was given back before",
    [{ kind: "forbidden", method: "GET", path: "/v1/refunds", times: 12 }],
  ],
])("G-43 when the provider %s, the part is given back once, by the next sweep at the latest", async (_, faults) => {
  const invoice = await paid(400);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  for (const fault of faults) await bank.fault({ method: "POST", ...fault });
  const { status } = await refund(invoice, { amount: 99.99 });
  expect([200, 409]).toContain(status);
  await bank.clearFaults();
  await settlePayments(server.context);
  await settlePayments(server.context);
  expect(await readByStaff(invoice)).toMatchObject({
    status: "Completed",
    refunded: 99.99,
    refunds: [{ state: "done" }],
  });
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 9999, fee: 4000 - 1000, transferred: 36_000 - 8999 });
});

test("G-43 while a refund is under way another one carries it through instead of adding to it", async () => {
  const invoice = await paid(400);
  await bank.fault({ kind: "timeout_before", path: "/v1/refunds", method: "POST", times: 12 });
  expect((await refund(invoice, { amount: 100 })).errors["base"]?.[0]).toMatch(/has not answered yet/);
  expect((await readByStaff(invoice)).refunds).toMatchObject([{ state: "asked" }]);
  await bank.clearFaults();
  expect((await refund(invoice, { amount: 50 })).status).toBe(409);
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 10_000 });
});

test("G-44 a part that the bank sends back counts as paid again, and is given out again without taking twice", async () => {
  const invoice = await paid(400, "4000000000005126");
  expect((await refund(invoice, { amount: 100 })).body.refunded).toBe(100);
  server.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await read(invoice, invoice.customer)).refunded).toBe(0);
  expect((await readByStaff(invoice)).refunds).toMatchObject([{ state: "failed" }]);
  expect((await preview(invoice)).body).toMatchObject({ possible: 100, advisor_amount: 0, platform_fee: 0 });
  expect((await refund(invoice, { amount: 150 })).errors["amount"]?.[0]).toMatch(/at most £100\.00 now/);
  expect((await refund(invoice, {})).body.refunded).toBe(100);
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 10_000, fee: 3000, transferred: 27_000 });
});

test("G-44 an advisor whose share was taken once reads so once, however often the whole is given out and whoever does it", async () => {
  const sentBack = await paid(400, "4000000000005126");
  expect((await refund(sentBack, {})).body.status).toBe("refunded");
  server.sandbox.stripe?.advance(61);
  await expect.poll(async () => (await read(sentBack, sentBack.customer)).status).toBe("Completed");
  expect((await refund(sentBack, {})).body.status).toBe("refunded");
  const letters = async ({ id }: PaidInvoice) => {
    const { number } = await read({ id } as PaidInvoice, advisor);
    const mails = await server.mailsTo(advisor.email);
    return mails.filter(({ subject }) => subject === `Invoice ${number} was refunded`).map(({ text }) => text);
  };
  const [again, first] = await letters(sentBack);
  expect(first).toContain("Your share of £360.00 was taken back from your payout account");
  expect(again).toContain("Nothing more was taken from your payout account for it.");
  expect(again).not.toContain("£360.00");
  // In the provider's dashboard the share can be left with the advisor.
  const foreign = await paid(400);
  const charge = await chargeOf(foreign);
  await server.context.cards.stripe.refunds.create({ payment_intent: charge?.payment_intent as string });
  await expect.poll(async () => (await read(foreign, advisor)).status).toBe("refunded");
  expect((await letters(foreign))[0]).toContain("Nothing more was taken from your payout account for it.");
});

test("G-44 a part that was given back in the provider's dashboard is recorded once, with what it took from whom", async () => {
  const invoice = await paid(400);
  const charge = await chargeOf(invoice);
  const made = { payment_intent: charge?.payment_intent as string, amount: 10_000 };
  await server.context.cards.stripe.refunds.create({ ...made, reverse_transfer: true, refund_application_fee: true });
  await expect
    .poll(async () => (await readByStaff(invoice)).refunds)
    .toMatchObject([{ state: "done", amount: 100, advisor_amount: 90, platform_fee: 10, by: null }]);
  await server.context.cards.stripe.refunds.create({ ...made, amount: 5000 });
  await expect
    .poll(async () => (await readByStaff(invoice)).refunds)
    .toMatchObject([{ amount: 100 }, { amount: 50, advisor_amount: 0, platform_fee: 0 }]);
  expect((await readByStaff(invoice)).refunded).toBe(150);
});

test("G-41 a disputed payment is not refunded in part either, and the sum that is possible is nothing", async () => {
  const invoice = await paid(400, "4000000000000259");
  await expect.poll(async () => (await readByStaff(invoice)).dispute?.state).toBe("open");
  const { status, errors } = await refund(invoice, { amount: 10 });
  expect([status, errors["base"]?.[0]]).toEqual([409, expect.stringContaining("cannot be refunded until the bank")]);
  expect((await preview(invoice)).body).toMatchObject({
    possible: 0,
    refused: expect.stringContaining("until the bank"),
  });
});

test("G-43 a part that was given back and not recorded is not given back again after the provider has forgotten the request", async () => {
  const invoice = await paid(400);
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  // Until the fee was given back and the keys are forgotten, neither the call nor the job, which runs meanwhile, may see what
  // was given back, without which they give back nothing.
  await bank.fault({ kind: "forbidden", method: "GET", path: "/v1/application_fees/*", times: 1000 });
  expect((await refund(invoice, { amount: 100 })).status).toBe(409);
  expect((await readByStaff(invoice)).refunds).toMatchObject([{ state: "asked" }]);
  const { stripe } = server.context.cards;
  const payment_intent = (await chargeOf(invoice))?.payment_intent as string;
  const [made] = (await stripe.refunds.list({ payment_intent })).data;
  // The fee as well, by a process that was killed before it could record it.
  const expand = ["latest_charge.application_fee"];
  const intent = await stripe.paymentIntents.retrieve(payment_intent, { expand });
  const { application_fee: fee } = intent.latest_charge as { application_fee: { id: string } };
  await stripe.applicationFees.createRefund(fee.id, { amount: 1000, metadata: made?.metadata ?? {} });
  await bank.control("POST", "clock", { advance_seconds: 25 * 3600 });
  await bank.clearFaults();
  await bank.fault({ kind: "drop_webhooks", times: 50 });
  await settlePayments(server.context);
  expect(await readByStaff(invoice)).toMatchObject({ refunded: 100, refunds: [{ state: "done", platform_fee: 10 }] });
  expect(await chargeOf(invoice)).toMatchObject({ refunded: 10_000, fee: 3000, transferred: 27_000 });
});
