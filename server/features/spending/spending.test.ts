import { dayInLondon } from "@plumbline/contract/dates.ts";
import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { sumOf } from "@plumbline/contract/money.ts";
import * as contract from "@plumbline/contract/spending/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { daysAgo } from "../../demo/past.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();
const provider = cardSandbox(server);
let staff: Person;
let advisors: Person[];

beforeAll(async () => {
  staff = await makeStaff(server.context);
  advisors = [];
  for (const name of ["Harriet Osei", "=cmd|'/c calc'!A1"])
    advisors.push(
      await connectPayouts(
        server.context,
        await setUp(server.context, await makeMember(server.context, "advisor", { name })),
      ),
    );
});

async function customerWith(card?: string): Promise<Person> {
  const customer = await setUp(server.context, await makeMember(server.context, "customer"));
  await saveCard(server.context, customer.member, await cardToken(server.context, card));
  return customer;
}

/** Invoices of so many pounds for one new engagement, paid some days ago. Returns the invoices' ids. */
async function spend(customer: Person, advisor: Person, name: string, paid: [pounds: number, daysAgo: number][]) {
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress", name });
  const ids: number[] = [];
  for (const [pounds, ago] of paid) {
    const id = await makeInvoice(server.context, { advisor, engagementId, lines: [["Work", 1, pounds]] });
    await makePaid(daysAgo(server.context, ago), customer, id);
    ids.push(id);
  }
  return ids;
}

const spendingOf = async ({ token }: Person) => (await server.call(contract.readSpending, {}, token)).body;
const pence = (pounds: number) => Math.round(pounds * 100);
const period = () => {
  const day = (ago: number) => dayInLondon(daysAgo(server.context, ago).clock.now());
  return new URLSearchParams({ from: day(364), to: day(0) });
};
async function csvOf({ token }: Person, query = period()) {
  const url = `${server.url}${contract.spendingCsv.path}?${query}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test("decision 62 W-06 spending is the customer's alone: visitors get 401, advisors and staff 404", async () => {
  const { readSpending, spendingByAdvisor, spendingByEngagement, spendingCsv } = contract;
  for (const declaration of [readSpending, spendingByAdvisor, spendingByEngagement, spendingCsv]) {
    const sending = { query: Object.fromEntries(period()) } as never;
    expect((await server.call(declaration, sending)).status).toBe(401);
    for (const { token } of [advisors[0] as Person, staff])
      expect((await server.call(declaration, sending, token)).status).toBe(404);
  }
});

test("decision 62 a month or a period that is none is refused", async () => {
  const { token } = await customerWith();
  expect((await server.call(contract.readSpending, { query: { until: "November" } }, token)).status).toBe(422);
  const refused = await csvOf({ token } as Person, new URLSearchParams({ from: "2026-02-01", to: "2026-01-01" }));
  expect([refused.status, JSON.parse(refused.text).errors]).toEqual([
    422,
    { to: ["The period ends before it starts."] },
  ]);
});

test("decision 62 months, advisors and engagements come to the same, and what was given back is taken off", async () => {
  const customer = await customerWith();
  const before = await spendingOf(customer);
  expect(before).toMatchObject({ shown: { advisors: 0, given_back: 0 }, by_advisor: [], by_engagement: [] });
  const [one, other] = advisors as [Person, Person];
  const ids = await spend(customer, one, "Stock", [
    [1000, 70],
    [250.5, 40],
  ]);
  await spend(customer, one, "Month-end", [[499.99, 10]]);
  await spend(customer, other, "Pricing", [[499.99, 5]]);
  const refused = await server.call(
    refundInvoice,
    { params: { id: ids[1] as number }, body: { reason: "Not done." } },
    staff.token,
  );
  expect(refused.status).toBe(200);
  const { shown, months, by_advisor, by_engagement, advisors_count, engagements_count } = await spendingOf(customer);
  expect(shown).toMatchObject({ paid: 2250.48, given_back: 250.5, advisors: 1999.98 });
  expect(by_advisor.map(({ id, invoices, advisors: spent }) => [id, invoices, spent])).toEqual([
    [one.id, 3, 1499.99],
    [other.id, 1, 499.99],
  ]);
  expect(by_engagement.map(({ name, given_back, advisors: spent }) => [name, given_back, spent])).toEqual([
    ["Stock", 250.5, 1000],
    ["Month-end", 0, 499.99],
    ["Pricing", 0, 499.99],
  ]);
  expect([advisors_count, engagements_count]).toEqual([2, 3]);
  for (const list of [months, by_advisor, by_engagement])
    expect(sumOf(list.map((row) => pence(row.advisors)))).toBe(pence(shown.advisors));
  expect(sumOf(months.map(({ total }) => pence(total)))).toBe(pence(shown.total));
  expect(shown.membership).toBe(before.shown.membership);
  for (const [declaration, whole] of [
    [contract.spendingByAdvisor, by_advisor],
    [contract.spendingByEngagement, by_engagement],
  ] as const) {
    const paged: { id: number }[] = [];
    for (let more = true; more; ) {
      const query = { limit: 1, ...(paged.length > 0 ? { after: paged.at(-1)?.id } : {}) };
      const { body } = await server.call(declaration, { query } as never, customer.token);
      paged.push(...body.entries);
      more = body.more;
    }
    expect(paged).toEqual(whole);
    // An id that is not in the list ends it, whoever has it.
    const unknown = await server.call(declaration, { query: { after: 2_000_000_000 } }, customer.token);
    expect(unknown.body).toEqual({ entries: [], more: false });
  }
});

test("decision 62 an invoice to pay is named, and one that a bank took back counts as given back", async () => {
  const customer = await customerWith("4000000000000259");
  const [advisor] = advisors as [Person];
  const [id] = await spend(customer, advisor, "Disputed", [[400, 20]]);
  const { data } = await server.context.cards.stripe.disputes.list({ limit: 1 });
  await server.context.cards.stripe.disputes.close(data[0]?.id ?? "");
  await provider.eventsHandled();
  await expect.poll(async () => (await spendingOf(customer)).shown).toMatchObject({ paid: 400, given_back: 400 });
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  await makeInvoice(server.context, { advisor, engagementId, lines: [["Work", 1, 75]] });
  expect((await spendingOf(customer)).to_pay).toMatchObject({ count: 1, amount: 75 });
  expect(id).toBeGreaterThan(0);
});

test("decision 62 a statement has a line for each payment and bill, and no cell is a formula", async () => {
  const customer = await customerWith();
  await spend(customer, advisors[1] as Person, '@SUM(A1), "quoted"', [[120, 3]]);
  const { status, headers, text } = await csvOf(customer);
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const [head, line, ...rest] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  expect(head).toBe("Date,Invoice,Kind,Advisor,Engagement,Amount");
  expect(line).toMatch(/^\d{4}-\d\d-\d\d,INV-\d{4},Payment,'=cmd\|'\/c calc'!A1,"'@SUM\(A1\), ""quoted""",120$/);
  expect(rest.every((each) => each.includes(",Membership,"))).toBe(true);
  const { shown } = await spendingOf(customer);
  const amounts = [line ?? "", ...rest].map((each) => pence(Number(each.split(",").at(-1))));
  expect(sumOf(amounts)).toBe(pence(shown.total));
});
