import { readMember } from "@plumbline/contract/back-office/members.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { listPayments, paymentsCsv, sumPayments } from "@plumbline/contract/membership/contract.ts";
import { readSpending } from "@plumbline/contract/spending/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { makePaidInvoice, type PaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
cardSandbox(server);
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  staff = await makeStaff(server.context, { name: "Rosalind Hale" });
});

const refund = async ({ id }: PaidInvoice, amount?: number) => {
  const body = { reason: "It did not happen.", amount };
  expect((await server.call(staffContract.refundInvoice, { params: { id }, body }, staff.token)).status).toBe(200);
};
const acceptDispute = async ({ id }: PaidInvoice) => {
  const { disputes } = server.context.cards.stripe;
  const state = async () =>
    (await server.call(contract.readInvoice, { params: { id } }, advisor.token)).body.dispute?.state;
  await expect.poll(state).toBe("open");
  const read = (await server.call(staffContract.readAnyInvoice, { params: { id } }, staff.token)).body;
  await disputes.close(read.dispute?.provider_id as string);
  await expect.poll(state).toBe("lost");
};
const rowOf = async (declaration: Declaration, { token }: Person) => {
  const answer = await fetch(server.url + declaration.path, { headers: { authorization: `Bearer ${token}` } });
  const [titles, row] = (await answer.text())
    .trim()
    .split("\r\n")
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return Object.fromEntries((titles ?? []).map((title, index) => [title.replace("\uFEFF", ""), row?.[index]]));
};

// An invoice of £2,000.00, of which 10 % are our share. A bank's decision takes nothing from the advisor (ADR-013).
test.each([
  {
    way: "a part that was refunded",
    card: undefined,
    give: (invoice: PaidInvoice) => refund(invoice, 333.33),
    told: { back: 333.33, status: "Partly refunded", step: "partly_refunded", commission: 166.67, yours: 1500 },
  },
  {
    way: "a refund of all",
    card: undefined,
    give: (invoice: PaidInvoice) => refund(invoice),
    told: { back: 2000, status: "Refunded", step: "refunded", commission: 0, yours: 0 },
  },
  {
    way: "a dispute that the bank decided for the customer",
    card: "4000000000002685",
    give: acceptDispute,
    told: { back: 2000, status: "Paid", step: "dispute_lost", commission: 200, yours: 1800 },
  },
])("G-42 every sum, bill, file and history tells $way alike", async ({ card, give, told }) => {
  const { back, status, step, commission, yours } = told;
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(server.context, advisor);
  const invoice = await makePaidInvoice(server, { advisor, card, lines: [["Two weeks", 2, 1000]] });
  const { customer } = invoice;
  await give(invoice);
  const kept = 2000 - back;
  const isDisputed = step === "dispute_lost";

  const sums = { total: 2000, paid: kept, unpaid: 0, other: back };
  for (const { token } of [customer, advisor])
    expect((await server.call(contract.sumInvoices, { query: {} }, token)).body).toMatchObject(sums);
  expect((await server.call(sumPayments, { query: {} }, customer.token)).body).toMatchObject(sums);
  const spent = (await server.call(readSpending, { query: {} }, customer.token)).body;
  expect(spent.months.at(-1)).toMatchObject({ paid: 2000, given_back: back });
  for (const { id } of [customer, advisor])
    expect((await server.call(readMember, { params: { id } }, staff.token)).body.money).toMatchObject({
      ...{ paid: kept, refunded: back, commission: status === "Paid" ? 200 : commission },
    });

  const params = { id: invoice.engagementId };
  const engagement = (await server.call(contract.projectInvoices, { params }, customer.token)).body;
  const history = engagement.entries[0]?.history;
  expect([engagement.invoiced, engagement.paid]).toEqual([kept, kept]);
  expect(history?.find(({ action }) => action === "paid")?.amount).toBe(2000);
  expect(history?.at(-1)).toMatchObject({ action: step, amount: back });

  const [bill] = (await server.call(listPayments, { query: {} }, customer.token)).body.entries;
  expect(bill).toMatchObject({ total: 2000, given_back: back, refunded: isDisputed ? 0 : back });
  const theirs = await rowOf(contract.invoicesCsv, advisor);
  for (const row of [theirs, await rowOf(contract.invoicesCsv, customer), await rowOf(paymentsCsv, customer)]) {
    const state = [row["Status"]?.toLowerCase(), row["Dispute"]];
    expect(state).toEqual([status.toLowerCase(), isDisputed ? "Given back" : ""]);
    expect([Number(row["Given back"]), Number(row["Total"] ?? row["Amount"])]).toEqual([back, 2000]);
  }
  expect([Number(theirs["Commission"]), Number(theirs["Yours"])]).toEqual([commission, yours]);
});
