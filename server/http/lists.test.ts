import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import { sumOf } from "@plumbline/contract/money.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice, makePaid } from "../demo/invoices.ts";
import { cardToken, connectPayouts, payMembership } from "../demo/membership.ts";
import { daysAgo } from "../demo/past.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { makeReview } from "../demo/reviews.ts";
import { sendDraft } from "../features/invoices/actions.ts";
import { withdrawInvoice } from "../features/invoices/withdrawing.ts";
import { saveCard } from "../features/membership/card.ts";
import { answerReview } from "../features/reviews/actions.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { testServer } from "../testing/plumbline.ts";

// What all lists of members have in common: filters, sums of all pages, and the same rows as CSV (ADR-024).

const server = testServer();
const provider = cardSandbox(server);
let customer: Person;
let advisor: Person;
let staff: Person;

beforeAll(async () => {
  const { context } = server;
  const make = async (role: "customer" | "advisor", name: string, companyName?: string) =>
    setUp(context, await makeMember(context, role, { name, ...(companyName ? { companyName } : {}) }));
  staff = await makeStaff(context);
  customer = await payMembership(context, await make("customer", "Priya Raman", "Café Métropole"));
  await saveCard(context, customer.member, await cardToken(context));
  advisor = await connectPayouts(context, await make("advisor", "Zoë O'Brien"));
  const other = await connectPayouts(context, await make("advisor", "=cmd|'/c calc'!A1"));
  const stranger = await setUp(context, await makeMember(context, "customer", { name: "Sam Stranger" }));
  const engage = (who: Person, buyer: Person, name: string, description = "Work.") =>
    makeEngagement(context, { advisor: who, customer: buyer, status: "in_progress", name, description });
  const pricing = await engage(advisor, customer, "Pricing 100%_sure");
  const hiring = await engage(other, customer, "Hiring a head of sales");
  const elsewhere = await engage(advisor, stranger, "Pricing for a stranger");
  const draft = await makeInvoice(daysAgo(context, 30), { advisor, engagementId: pricing, draft: true });
  for (let number = 1; number <= 11; number++)
    await makeInvoice(daysAgo(context, 20 - number), {
      advisor,
      engagementId: pricing,
      lines: [[number === 3 ? "Workshop in Zürich" : "A month", 1, number + 0.1]],
    });
  const paid = await makeInvoice(context, { advisor, engagementId: pricing, lines: [["Paid work", 3, 33.33]] });
  await makePaid(context, customer, paid);
  await withdrawInvoice(context, advisor.member, await makeInvoice(context, { advisor, engagementId: pricing }));
  await makeInvoice(context, { advisor: other, engagementId: hiring, lines: [["A search", 1, 500]] });
  await makeInvoice(context, { advisor, engagementId: elsewhere, lines: [["Not yours", 1, 77]] });
  await sendDraft(context, advisor.member, draft);
  for (let number = 1; number <= 5; number++)
    await makeEngagement(context, { advisor, customer, status: "proposed", name: `Proposed ${number}` });
  for (const [number, rating, body] of [
    [1, 4, "Calm; the answer was plain."],
    [2, 5, "Wise and quick."],
  ] as const) {
    const engagementId = await makeEngagement(context, {
      advisor,
      customer,
      status: "completed",
      name: `Reviewed ${number}`,
    });
    const id = await makeReview(context, { engagementId, customer, rating, body });
    if (rating === 5) await answerReview(context, advisor.member, id, "Merci, Priya!");
  }
  await makeInvoice(context, { advisor, engagementId: pricing, draft: true, lines: [["Draft", 1, 5]] });
});

type Entry = Record<string, unknown>;
type List = {
  list: Declaration;
  /** None where the list itself has what its rows come to. */
  sums: Declaration | null;
  csv: Declaration;
  /** The address of the page after so many entries of earlier ones. */
  next: (entries: Entry[], page: number) => Record<string, unknown>;
  /** Who may call it. */
  by: () => Person[];
  /** Who is refused. */
  notBy: () => Person[];
  /** Pounds of an entry, where the sums are of them. */
  amount?: (entry: Entry) => number;
  /** Which rows a filter leaves, by their names, for the first of `by`. */
  filters: [filter: Record<string, string>, left: string[] | number][];
  name: (entry: Entry) => string;
};

const day = (ago: number) => dayInLondon(daysAgo(server.context, ago).clock.now());
const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `INV-${String(from - index).padStart(4, "0")}`);

const byNumber = (_entries: Entry[], page: number) => ({ page });
const byKey = (entries: Entry[]) => ({ limit: 5, ...(entries.length > 0 ? { before: entries.at(-1)?.["id"] } : {}) });

const lists: Record<string, () => List> = {
  invoices: () => ({
    list: invoices.listInvoices,
    sums: invoices.sumInvoices,
    csv: invoices.invoicesCsv,
    next: byNumber,
    by: () => [customer, advisor],
    notBy: () => [staff],
    amount: ({ total }) => total as number,
    name: ({ number }) => number as string,
    filters: [
      [{ q: "zurich" }, ["INV-0003"]],
      [{ q: "ZOE pricing 0012" }, ["INV-0012"]],
      [{ q: "O’Brien 0012" }, ["INV-0012"]],
      [{ q: "100%_SURE" }, 14],
      [{ q: "1000" }, []],
      [{ q: "stranger" }, []],
      [{ q: "draft" }, []],
      [{ q: "head of sales" }, ["INV-0001"]],
      [{ status: "Completed" }, ["INV-0012"]],
      [{ status: "void", q: "zoe" }, ["INV-0013"]],
      [{ status: "draft" }, []],
      [{ list: "drafts" }, []],
      [{ from: day(17), to: day(15) }, numbers(5, 3)],
      [{ from: day(0), to: day(9) }, []],
      // Drafted a month ago and sent today.
      [{ to: day(25) }, []],
    ],
  }),
  billing: () => ({
    list: membership.listPayments,
    sums: membership.sumPayments,
    csv: membership.paymentsCsv,
    next: byNumber,
    by: () => [customer],
    notBy: () => [advisor, staff],
    amount: ({ total }) => total as number,
    name: ({ description }) => description as string,
    filters: [
      [{ kind: "membership" }, 1],
      [{ kind: "engagement" }, 15],
      [{ q: "membership" }, 1],
      [{ q: "hiring" }, ["Hiring a head of sales, =cmd|'/c calc'!A1"]],
      [{ status: "paid" }, 2],
      [{ status: "paid", kind: "engagement" }, 1],
      [{ status: "failed" }, []],
      [{ to: day(15) }, 6],
      [{ to: day(25) }, ["Pricing 100%_sure, Zoë O'Brien"]],
    ],
  }),
  engagements: () => ({
    list: engagements.listProjects,
    sums: engagements.sumProjects,
    csv: engagements.projectsCsv,
    next: byKey,
    by: () => [customer, advisor],
    notBy: () => [staff],
    amount: ({ total_payment }) => total_payment as number,
    name: ({ name }) => name as string,
    filters: [
      [{ q: "hiring sales" }, ["Hiring a head of sales"]],
      [{ q: "pricing" }, ["Pricing 100%_sure"]],
      [{ q: "zoe" }, 8],
      [{ status: "completed" }, 2],
      [{ status: "completed", q: "reviewed 2" }, ["Reviewed 2"]],
      [{ status: "rejected" }, []],
      [{ from: day(-5) }, 5],
      [{ from: day(0), to: day(0), q: "hiring" }, 1],
    ],
  }),
  reviews: () => ({
    list: reviews.listReviews,
    sums: null,
    csv: reviews.reviewsCsv,
    next: byNumber,
    by: () => [customer, advisor],
    notBy: () => [staff],
    name: ({ body }) => body as string,
    filters: [
      [{ q: "wise" }, ["Wise and quick."]],
      [{ q: "reviewed 1 zoe" }, ["Calm; the answer was plain."]],
      [{ q: "merci" }, ["Wise and quick."]],
      [{ rating: "4" }, ["Calm; the answer was plain."]],
      [{ answered: "no" }, ["Calm; the answer was plain."]],
      [{ answered: "yes", rating: "5" }, ["Wise and quick."]],
      [{ from: day(-1) }, []],
    ],
  }),
};

const endpointsOf = ({ list, sums, csv }: List) => [list, csv, ...(sums ? [sums] : [])];
const read = async (declaration: Declaration, query: Record<string, unknown>, { token }: Person) =>
  (await server.call(declaration, { query } as never, token)).body as {
    entries: Entry[];
    pagination: { total_count: number };
  };

/** The entries of all pages. */
async function all({ list, next }: List, query: Record<string, unknown>, by: Person): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1; ; page++) {
    const answer = await read(list, { ...query, ...next(entries, page) }, by);
    const found = Array.isArray(answer) ? (answer as Entry[]) : answer.entries;
    entries.push(...found);
    if (found.length > 0) continue;
    if (!Array.isArray(answer)) expect(answer.pagination.total_count).toBe(entries.length);
    return entries;
  }
}

/** The count is that of the entries, and the parts of the sum add up to the total of all entries, to the penny. */
async function expectSums(
  declaration: Declaration,
  filter: object,
  by: Person,
  entries: Entry[],
  amount: List["amount"] = () => 0,
) {
  const { count, total, ...parts } = (await server.call(declaration, { query: filter } as never, by.token))
    .body as Record<string, number>;
  const pence = (pounds: number) => Math.round(pounds * 100);
  const all = sumOf(entries.map((entry) => pence(amount(entry))));
  expect([filter, count, total]).toEqual([filter, entries.length, all / 100]);
  expect(sumOf(Object.values(parts).map(pence))).toBe(all);
}

async function csvOf({ csv }: List, query: Record<string, string>, { token }: Person) {
  const url = `${server.url}${csv.path}?${new URLSearchParams(query)}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z]+\.csv"$/);
  return (await answer.text()).split("\r\n").slice(1, -1);
}

test.each(Object.entries(lists))(
  "decision 64 W-06 sums and CSV of %s are for those who may see the list",
  async (_name, of) => {
    for (const declaration of endpointsOf(of())) {
      expect((await server.call(declaration, {} as never)).status).toBe(401);
      for (const { token } of of().notBy())
        expect((await server.call(declaration, {} as never, token)).status).toBe(404);
    }
  },
);

test.each(Object.entries(lists))(
  "rule 21 W-06 CSVs of %s that are asked for at once are all whole",
  async (_name, of) => {
    const [person] = of().by() as [Person];
    const files = await Promise.all([1, 2, 3, 4].map(() => csvOf(of(), {}, person)));
    expect(files[0]?.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toEqual(files[0]);
  },
);

test.each(Object.entries(lists))(
  "decision 64 filters of %s that are none are refused with the field",
  async (_name, of) => {
    const [{ token }] = of().by() as [Person];
    for (const declaration of endpointsOf(of()))
      for (const [name, value] of [
        ["q", "a".repeat(101)],
        ["from", "yesterday"],
        ["to", "2026-02-30"],
        [declaration.query?.shape["rating"] ? "rating" : "status", "lost"],
      ] as const) {
        const refused = await server.call(declaration, { query: { [name]: value } } as never, token);
        expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([422, [name]]);
      }
  },
);

test.each(Object.entries(lists))(
  "decision 64 what the filters leave of %s is the same on its pages, in its sums and in its CSV",
  async (_name, of) => {
    const list = of();
    await provider.eventsHandled();
    for (const by of list.by())
      for (const [filter, left] of [[{}, null] as const, ...list.filters]) {
        const entries = await all(list, filter, by);
        if (list.sums) await expectSums(list.sums, filter, by, entries, list.amount);
        expect((await csvOf(list, filter, by)).length).toBe(entries.length);
        if (by !== list.by()[0] || left === null) continue;
        if (typeof left === "number") expect([filter, entries.length]).toEqual([filter, left]);
        else expect([filter, entries.map(list.name)]).toEqual([filter, left]);
      }
  },
);

test("decision 64 a list as CSV keeps its order and runs no formula", async () => {
  const billing = (lists["billing"] as () => List)();
  const lines = await csvOf(billing, {}, customer);
  const shown = await all(billing, {}, customer);
  expect(lines.map((line) => Number(line.split(",").at(-1)))).toEqual(shown.map(({ total }) => total));
  const invoiceLines = await csvOf((lists["invoices"] as () => List)(), { q: "hiring" }, customer);
  expect(invoiceLines).toEqual([expect.stringContaining(",'=cmd|'/c calc'!A1,")]);
});
