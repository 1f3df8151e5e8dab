import { readLedger, sumLedger } from "@plumbline/contract/back-office/ledger.ts";
import { reconcile } from "@plumbline/contract/back-office/reconciliation.ts";
import { listDisputes, readDispute, sendDisputeAnswer } from "@plumbline/contract/disputes/contract.ts";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { exportPath } from "@plumbline/contract/exports.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as staffInvoices from "@plumbline/contract/invoices/staff-contract.ts";
import { readMembership } from "@plumbline/contract/membership/contract.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { makePaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findMembership } from "../membership/store.ts";

// What a first fortnight brings about money, each solved through the calls alone.

const server = testServer();
const bank = cardSandbox(server);
let finance: Person;
let advisor: Person;

beforeAll(async () => {
  const { context } = server;
  finance = await makeStaff(context, { name: "Rosalind Hale", role: "finance" });
  advisor = await setUp(context, await makeMember(context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(context, advisor);
});
afterEach(() => bank.clearFaults());

/** An invoice of four weeks that was paid with a card. */
const fourWeeks = (pounds = 4000, card?: string) =>
  makePaidInvoice(server, { advisor, card, lines: [["Four weeks", 4, pounds / 4]] });

const refund = (id: number, body: object, by = finance) =>
  server.call(
    staffInvoices.refundInvoice,
    { params: { id }, body: { reason: "Agreed by phone.", ...body } as never },
    by.token,
  );
const read = async (id: number) =>
  (await server.call(staffInvoices.readAnyInvoice, { params: { id } }, finance.token)).body;
const ledger = async (query: object) => (await server.call(readLedger, { query }, finance.token)).body.entries;
const compareNow = async () => (await server.call(reconcile, { body: { days: 2 } }, finance.token)).body;

test("G-40 G-42 one week of four did not happen: the customer gets it back, and both sides read why and by how much", async () => {
  const { id, customer } = await fourWeeks();
  const shown = (
    await server.call(staffInvoices.previewRefund, { params: { id }, query: { amount: 1000 } }, finance.token)
  ).body;
  expect([shown.advisor_amount, shown.platform_fee, shown.left_after]).toEqual([900, 100, 3000]);
  await refund(id, { amount: 1000, reason: "Week three fell out." });
  for (const person of [customer, advisor]) {
    const { body } = await server.call(invoices.readInvoice, { params: { id } }, person.token);
    expect([body.status, body.refunded, body.refunds.at(-1)?.reason]).toEqual([
      "Completed",
      1000,
      "Week three fell out.",
    ]);
  }
});

test("G-40 a week later the rest is cancelled as well: a refund without an amount gives back what is left and no more", async () => {
  const { id } = await fourWeeks();
  await refund(id, { amount: 1000 });
  const { body } = await refund(id, { reason: "All of it was cancelled." });
  expect([body.status, body.refunded, body.refunds.map(({ amount }) => amount)]).toEqual([
    "refunded",
    4000,
    [1000, 3000],
  ]);
});

test("G-41 a script of ours says amuont: nothing is given back, and the answer names the field", async () => {
  const { id } = await fourWeeks();
  const { status, errors } = await refund(id, { amuont: 10 });
  expect([status, Object.keys(errors), (await read(id)).refunded]).toEqual([422, ["amuont"], 0]);
});

test("G-41 somebody types one nought too many: the answer says how much is possible", async () => {
  const { id } = await fourWeeks(400);
  expect((await refund(id, { amount: 1000 })).errors).toEqual({ amount: ["At most £400.00 can be refunded now."] });
});

test("G-41 a customer asks us for what they dispute with their bank as well: they are not paid twice", async () => {
  const { id } = await fourWeeks(400, "4000000000000259");
  await expect.poll(async () => (await read(id)).dispute?.state).toBe("open");
  expect((await refund(id, {})).errors["base"]?.[0]).toMatch(/disputes this payment with their bank/);
});

/** A year of membership that its payer disputes at once. */
async function disputedYear() {
  const { context } = server;
  const made = await makeMember(context, "customer", { name: "Tom Birch" });
  const member = await payMembership(context, made, { plan: "annual", number: "4000000000000259" });
  await expect.poll(async () => (await openDisputes(member.id)).length).toBe(1);
  return { member, dispute: (await openDisputes(member.id))[0]?.id as number };
}
const openDisputes = async (customer: number) =>
  (await server.call(listDisputes, { query: { state: "open" } }, finance.token)).body.entries.filter(
    (entry) => entry.customer.id === customer,
  );
const answer = (dispute: number, words: string, parts: string[], by = finance) =>
  server.call(
    sendDisputeAnswer,
    { params: { id: dispute }, body: { parts, words, files: [], version: 0, state: "open" } as never },
    by.token,
  );

test("G-99 two colleagues answer the dispute of a membership in the same minute: the bank has one answer, and the second reads whose", async () => {
  const { dispute } = await disputedYear();
  const ada = await makeStaff(server.context, { name: "Ada Lind", role: "finance" });
  expect((await answer(dispute, "They used it.", ["sign_up", "use", "bills"])).status).toBe(204);
  const second = await answer(dispute, "They signed in daily.", ["sign_ins"], ada);
  expect([second.status, second.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringMatching(/answered by Rosalind Hale/),
  ]);
});

test("G-99 G-47 banks decide disputes over an invoice and a membership, two for us and two against: access follows, and the comparison has no difference", async () => {
  for (const [words, state] of [
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
  ] as const) {
    const invoice = await fourWeeks(400, "4000000000000259");
    await expect.poll(async () => (await read(invoice.id)).dispute?.id).toBeDefined();
    const year = await disputedYear();
    const ofInvoice = (await read(invoice.id)).dispute?.id as number;
    expect((await answer(ofInvoice, words, ["terms", "invoice"])).status).toBe(204);
    expect((await answer(year.dispute, words, ["membership", "cancellation"])).status).toBe(204);
    const states = async () =>
      Promise.all(
        [ofInvoice, year.dispute].map(
          async (id) => (await server.call(readDispute, { params: { id } }, finance.token)).body.state,
        ),
      );
    await expect.poll(states).toEqual([state, state]);
    const isMember = async () => (await server.call(readMembership, {}, year.member.token)).body.stripe_setup;
    await expect.poll(isMember).toBe(state === "won");
    for (const [customer, gross] of [
      [invoice.customer, 400],
      [year.member, 2500],
    ] as const) {
      const kinds = (await ledger({ member: customer.id })).map(({ kind, gross: pounds }) => [kind, pounds]);
      expect(kinds).toContainEqual(["dispute", -gross]);
      expect(kinds.some(([kind]) => kind === "dispute_won")).toBe(state === "won");
    }
    const { exact, differences } = await compareNow();
    expect([exact, differences]).toEqual([true, []]);
  }
});

test("G-43 the provider hangs up in the middle of a refund: asking again finds it done instead of giving back twice", async () => {
  const { id } = await fourWeeks(400);
  await bank.fault({ kind: "timeout_after", path: "/v1/application_fees/*", method: "POST", times: 8 });
  await refund(id, { amount: 100 });
  await bank.clearFaults();
  await refund(id, { amount: 100 });
  const { refunded, refunds } = await read(id);
  expect(refunded).toBe(refunds.length * 100);
  expect((await compareNow()).differences.filter(({ invoice_id: of }) => of === id)).toEqual([]);
});

test("G-44 a colleague refunds in the provider's dashboard: the invoice, the ledger and the comparison know of it", async () => {
  const { id } = await fourWeeks(400);
  const [entry] = (await ledger({ kind: "payment" })).filter(({ invoice }) => invoice?.id === id);
  const refunds = server.context.cards.stripe.refunds;
  const made = { payment_intent: entry?.provider_id as string, amount: 5000 };
  await refunds.create({ ...made, reverse_transfer: true, refund_application_fee: true });
  await expect.poll(async () => (await read(id)).refunded).toBe(50);
  expect((await ledger({ kind: "refund" })).find(({ invoice }) => invoice?.id === id)).toMatchObject({
    gross: -50,
    ours: -5,
    advisor: -45,
  });
  expect((await compareNow()).differences.filter(({ invoice_id: of }) => of === id)).toEqual([]);
});

test("G-45 somebody reads an id of the provider's from a bank statement: the ledger says what it was", async () => {
  const { id, customer } = await fourWeeks(440);
  const payment = (await ledger({ member: customer.id })).find(({ kind }) => kind === "payment");
  const found = await ledger({ q: payment?.provider_id ?? "" });
  expect(found.map(({ invoice, gross }) => [invoice?.id, gross])).toEqual([[id, 440]]);
});

test("G-46 what did we earn with this customer? Their sums say it, less what was given back", async () => {
  const { id, customer } = await fourWeeks(1000);
  await refund(id, { amount: 250 });
  const { total } = (await server.call(sumLedger, { query: { member: customer.id, by: "month" } }, finance.token)).body;
  expect([total.count, total.gross, total.ours, total.advisor]).toEqual([2, 750, 75, 675]);
});

test("G-45 the accountant wants all of it: a file, in which a name that begins like a formula does nothing", async () => {
  const { customer } = await makePaidInvoice(server, { advisor, lines: [["Work", 1, 10]], name: "=cmd|' /C calc'!A0" });
  const headers = { authorization: `Bearer ${finance.token}` };
  const text = await (
    await fetch(
      server.url + urlOf({ ...readLedger, path: exportPath(readLedger, "csv") }, { query: { member: customer.id } }),
      { headers },
    )
  ).text();
  expect(text).toContain("'=cmd");
  expect(text).not.toMatch(/,=cmd/);
});

test("G-47 is our money right? One press compares it with the provider's, to the penny", async () => {
  const { exact, compared } = await compareNow();
  expect(exact).toBe(true);
  for (const { ours, theirs } of compared) expect(ours).toBe(theirs);
});

test("G-41 support looks at the ledger, and cannot give anything back or compare", async () => {
  const { id } = await fourWeeks(400);
  const support = await makeStaff(server.context, { role: "support" });
  expect((await server.call(readLedger, { query: {} }, support.token)).status).toBe(200);
  expect((await refund(id, { amount: 1 }, support)).status).toBe(404);
  expect((await server.call(reconcile, { body: {} }, support.token)).status).toBe(404);
});

test.each([
  ["a second membership", {}],
  ["one that is free at first", { trial_period_days: 30 }],
])(
  "G-47 somebody starts %s of a customer in the provider's dashboard: it is named with what to do, until it is cancelled",
  async (_what, terms) => {
    const customer = await payMembership(server.context, await makeMember(server.context, "customer"));
    const membership = await findMembership(server.context.db, customer.id);
    const { stripe } = server.context.cards;
    const made = await stripe.subscriptions.create({
      customer: membership?.providerCustomerId as string,
      items: [{ price: "price_plumbline_monthly" }],
      ...terms,
    });
    await bank.eventsHandled();
    server.clock.advance(10 * 60_000);
    const followed = (await findMembership(server.context.db, customer.id))?.subscriptionId;
    const second = followed === made.id ? (membership?.subscriptionId as string) : made.id;
    const named = async () => (await compareNow()).differences.filter(({ provider_id }) => provider_id === second);
    expect(await named()).toMatchObject([
      { kind: "membership", what: expect.stringContaining("cancel this one"), ours: null },
    ]);
    await stripe.subscriptions.cancel(second);
    expect(await named()).toEqual([]);
  },
);
