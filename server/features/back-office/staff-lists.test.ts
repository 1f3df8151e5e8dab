import { listAllEngagements, sumAllEngagements } from "@plumbline/contract/back-office/engagements.ts";
import { listAllInvoices, sumAllInvoices } from "@plumbline/contract/back-office/invoices.ts";
import { listAllPayouts, sumAllPayouts } from "@plumbline/contract/back-office/payouts.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { failureInWords } from "@plumbline/contract/earnings/rules.ts";
import { sumOf } from "@plumbline/contract/money.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let [staff, zoe, ivo, priya]: Person[] = [];
let [pricing, hiring, old]: number[] = [];
const invoiceIds: number[] = [];
let tomsInvoice = 0;

beforeAll(async () => {
  const { context } = server;
  const make = async (role: "customer" | "advisor", name: string, companyName: string) =>
    setUp(context, await makeMember(context, role, { name, companyName }));
  staff = await makeStaff(context, { role: "finance" });
  zoe = await make("advisor", "Zoë Adeyemi", "Adeyemi Partners");
  ivo = await make("advisor", "Ivo Marsh", "Marsh");
  priya = await make("customer", "Priya Raman", "Café Métropole");
  const tom = await make("customer", "Tom Birch", "Birch & Sons");
  const engage = (advisor: Person, customer: Person, name: string, more: object = {}) =>
    makeEngagement(context, { advisor, customer, name, fee: 100, units: 10, ...more });
  old = await engage(ivo, tom, "Succession", { status: "in_progress", sentDaysAgo: 400 });
  pricing = await engage(zoe, priya, "Pricing of renewals", { status: "in_progress", sentDaysAgo: 20 });
  hiring = await engage(ivo, priya, "Hiring a head of sales", { sentDaysAgo: 3 });
  for (let number = 1; number <= 7; number++)
    invoiceIds.push(await makeInvoice(context, { advisor: zoe, engagementId: pricing, lines: [["Work", 1, 10]] }));
  tomsInvoice = await makeInvoice(context, { advisor: ivo, engagementId: old, lines: [["Work", 1, 50]] });
  await context.db.execute(sql`update invoices set status = 'completed', paid_at = now() where id = ${tomsInvoice}`);
  await context.db.execute(sql`update engagements set status = 'completed' where id = ${old}`);
  await makeInvoice(context, { advisor: zoe, engagementId: pricing, draft: true, lines: [["Draft", 1, 999]] });
  for (let number = 1; number <= 31; number++) await engage(ivo, tom, `Strategy ${number}`, { sentDaysAgo: 30 });
  // Payouts as the provider's reports leave them: one that a bank sent back, the one that carries its money, and others.
  const rows = [
    ["po_back", zoe.id, 9000, "failed", 9, "account_closed"],
    ["po_again", zoe.id, 9000, "paid", 7, null],
    ["po_soon", zoe.id, 4550, "in_transit", 1, null],
    ...Array.from({ length: 31 }, (_, number) => [`po_${number}`, ivo?.id, 100, "paid", 40, null]),
    ["po_old", ivo.id, 77700, "paid", 420, null],
  ];
  for (const [id, member, pence, status, days, failure] of rows)
    await context.db.execute(sql`insert into payouts
      (provider_id, member_id, amount_pence, status, created_at, arrives_on, automatic, failure)
      values (${id}, ${member}, ${pence}, ${status}, date_trunc('milliseconds', now()) - ${days}::int * interval '1 day',
        current_date - ${days}::int + 2, true, ${failure})`);
  await context.db.execute(sql`update payouts set carried_by = (select id from payouts where provider_id = 'po_again')
    where provider_id = 'po_back'`);
  for (const [index, id] of invoiceIds.entries())
    await context.db.execute(sql`insert into earnings (id, source, member_id, invoice_id, type, gross_pence,
        commission_pence, net_pence, moved_at, moved_on, available_on, state, payout_id)
      values (${`txn_${id}`}, ${`py_${id}`}, ${zoe.id}, ${id}, 'payment', 1000, 100, 900, now(), now(), now(), 'paid_out',
        (select id from payouts where provider_id = ${index < 5 ? "po_back" : "po_again"}))`);
});

const today = () => dayInLondon(server.context.clock.now());
const engagementsOf = async (query = {}) => (await server.call(listAllEngagements, { query }, staff?.token)).body;
const invoicesOf = async (query = {}) => (await server.call(listAllInvoices, { query }, staff?.token)).body;
const payoutsOf = async (query = {}) => (await server.call(listAllPayouts, { query }, staff?.token)).body;

/** All rows that satisfy filters, page after page by key. */
async function everyPage<Row extends { id: number }>(
  read: (query: object) => Promise<{ entries: Row[]; more: boolean }>,
  filters: object,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let more = true; more; ) {
    const page = await read({ ...filters, ...(rows.length > 0 && { after: rows.at(-1)?.id }) });
    rows.push(...page.entries);
    ({ more } = page);
  }
  return rows;
}

test("G-50 an engagement stands with its members, what was agreed and its invoices, the newest five of them", async () => {
  const { entries, more } = await engagementsOf();
  expect([entries.length, more, entries[0]?.id, entries[1]?.id]).toEqual([30, true, hiring, pricing]);
  expect(entries[1]).toMatchObject({
    name: "Pricing of renewals",
    status: "in_progress",
    customer: { id: priya?.id, name: "Priya Raman", company_name: "Café Métropole" },
    advisor: { id: zoe?.id, name: "Zoë Adeyemi" },
    total: 1000,
    invoiced: 70,
    invoices_count: 7,
  });
  expect(entries[1]?.invoices.map(({ id }) => id)).toEqual(invoiceIds.slice(2).reverse());
  expect(entries[0]).toMatchObject({ invoiced: 0, invoices: [], invoices_count: 0 });
});

// biome-ignore format: a table is read by its columns
test.each([
  [{},                                      34],
  [{ q: "renew" },                           1],
  [{ q: "zoe" },                             1],
  [{ q: "cafe metro" },                      2],
  [{ q: "ivo", status: "completed" },        1],
  [{ q: "nobody" },                          0],
  [{ q: "%" },                               0],
  [{ status: "proposed" },                  32],
  [{ status: "rejected" },                   0],
] as const)("G-50 G-51 the filters %j leave %i engagements on all pages, once each, and in the sums", async (filters, count) => {
  const rows = await everyPage(engagementsOf, filters);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  const moments = rows.map(({ created_at: at }) => at);
  expect(moments).toEqual(moments.toSorted().reverse());
  const from = addDays(today(), -800);
  const { body } = await server.call(sumAllEngagements, { query: { ...filters, from } }, staff?.token);
  const sum = (...among: string[]) => sumOf(rows.filter(({ status }) => among.includes(status)).map(({ total }) => total));
  expect(body).toEqual({
    from, count, total: sumOf(rows.map(({ total }) => total)),
    waiting: sum("proposed", "edit_suggested"), agreed: sum("accepted", "in_progress", "completed"),
  });
});

test("G-50 days are those of the proposal in London; sums without a first day are of a year", async () => {
  const day = (days: number) => addDays(today(), -days);
  const between = async (from: number, to: number) =>
    (await everyPage(engagementsOf, { from: day(from), to: day(to) })).map(({ id }) => id);
  expect(await between(3, 3)).toEqual([hiring]);
  expect(await between(20, 4)).toEqual([pricing]);
  expect(await between(401, 399)).toEqual([old]);
  const { body } = await server.call(sumAllEngagements, { query: {} }, staff?.token);
  expect([body.from, body.count]).toEqual([day(366), 33]);
});

test("G-57 a sent invoice stands with its members and its engagement; drafts are their advisors' alone", async () => {
  const { entries, more } = await invoicesOf();
  expect([entries.map(({ id }) => id), more]).toEqual([[...invoiceIds, tomsInvoice].sort((a, b) => b - a), false]);
  expect(entries.find(({ id }) => id === invoiceIds[1])).toEqual({
    id: invoiceIds[1],
    number: "INV-0002",
    status: "sent",
    advisor: { id: zoe?.id, name: "Zoë Adeyemi" },
    customer: { id: priya?.id, name: "Priya Raman", company_name: "Café Métropole" },
    project: { id: pricing, name: "Pricing of renewals" },
    date: today(),
    due_date: addDays(today(), 30),
    total: 10,
    refunded: 0,
    dispute: null,
  });
});

// biome-ignore format: a table is read by its columns
test.each([
  [{},                                  8, [120, 50, 70]],
  [{ q: "renew" },                      7, [70,  0,  70]],
  [{ q: "zoe cafe" },                   0, [0,   0,  0]],
  [{ q: "metropole" },                  7, [70,  0,  70]],
  [{ q: "ivo" },                        1, [50,  50, 0]],
  [{ q: "inv-0001" },                   2, [60,  50, 10]],
  [{ q: "INV 1 zoe" },                  1, [10,  0,  10]],
  [{ q: "inv-99" },                     0, [0,   0,  0]],
  [{ q: "%" },                          0, [0,   0,  0]],
  [{ status: "Completed" },             1, [50,  50, 0]],
  [{ status: "sent", q: "inv 1" },      1, [10,  0,  10]],
  [{ dispute: "open" },                 0, [0,   0,  0]],
] as const)("G-57 the filters %j leave %i invoices on all pages, once each, and %j in the sums", async (filters, count, sums) => {
  const rows = await everyPage(invoicesOf, filters);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  const { body } = await server.call(sumAllInvoices, { query: filters }, staff?.token);
  expect([body.count, [body.total, body.paid, body.unpaid], body.refunded]).toEqual([count, sums, 0]);
});

test("G-57 the sums are those of the list: what was withdrawn is one of them", async () => {
  await server.context.db.execute(sql`update invoices set status = 'void' where id = ${invoiceIds[6]}`);
  const rows = await everyPage(invoicesOf, {});
  const { body } = await server.call(sumAllInvoices, { query: {} }, staff?.token);
  expect(body).toMatchObject({ total: 120, paid: 50, unpaid: 60, refunded: 0, withdrawn: 10 });
  expect(sumOf(rows.map(({ total }) => total))).toBe(body.total);
  await server.context.db.execute(sql`update invoices set status = 'sent' where id = ${invoiceIds[6]}`);
});

test("G-57 invoices are listed by their day of issue, page after page; sums without a first day are of a year", async () => {
  await server.context.db.execute(sql`update invoices set issued_on = issued_on - 400 where id = ${invoiceIds[6]}`);
  const rows = await everyPage(invoicesOf, {});
  expect(rows.at(-1)?.id).toBe(invoiceIds[6]);
  const { body } = await server.call(sumAllInvoices, { query: {} }, staff?.token);
  expect([body.from, body.count]).toEqual([addDays(today(), -366), 7]);
  const old = await everyPage(invoicesOf, { to: addDays(today(), -399) });
  expect(old.map(({ id }) => id)).toEqual([invoiceIds[6]]);
  const after = await invoicesOf({ after: invoiceIds[5] });
  expect(after.entries.map(({ id }) => id)).toEqual([...invoiceIds.slice(0, 5).toReversed(), invoiceIds[6]]);
  await server.context.db.execute(sql`update invoices set issued_on = issued_on + 400 where id = ${invoiceIds[6]}`);
});

test("G-51 a payout stands with its advisor, its invoices and why a bank sent it back", async () => {
  const { entries, more } = await payoutsOf();
  expect([entries.length, more]).toEqual([30, true]);
  const [soon, again, back] = entries;
  expect(soon).toMatchObject({ status: "in_transit", amount: 45.5, invoices: [], invoices_count: 0, failure: null });
  expect(again).toMatchObject({ status: "paid", advisor_member: { id: zoe?.id, name: "Zoë Adeyemi" }, amount: 90 });
  expect([again?.invoices_count, again?.invoices.map(({ id }) => id)]).toEqual([7, invoiceIds.slice(2).reverse()]);
  expect(back).toMatchObject({ status: "failed", carried_on: again?.arrives_on, invoices_count: 5 });
  expect(back?.failure).toBe(failureInWords("account_closed"));
});

// biome-ignore format: a table is read by its columns
test.each([
  [{},                              35, [778.0 + 31 - 1 + 90,  45.5, 90]],
  [{ q: "zoe" },                     3, [90,   45.5, 90]],
  [{ q: "adeyemi", status: "paid" }, 1, [90,   0,    0]],
  [{ q: "po_soon" },                 1, [0,    45.5, 0]],
  [{ q: "po_so" },                   0, [0,    0,    0]],
  [{ status: "failed" },             1, [0,    0,    90]],
] as const)("G-51 the filters %j leave %i payouts on all pages, once each, and %j in the sums", async (filters, count, sums) => {
  const rows = await everyPage(payoutsOf, filters);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  const from = addDays(today(), -800);
  const { body } = await server.call(sumAllPayouts, { query: { ...filters, from } }, staff?.token);
  expect([body.count, [body.paid, body.under_way, body.sent_back]]).toEqual([count, sums]);
});

test("G-50 G-51 G-57 what is no filter is refused with its field, and a place that there is not is not found", async () => {
  for (const list of [listAllEngagements, listAllInvoices, listAllPayouts]) {
    const wrong = await server.call(list, { query: { status: "lost" } as never }, staff?.token);
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["status"]]);
    expect((await server.call(list, { query: { from: "2026-02-31" } }, staff?.token)).status).toBe(422);
    expect((await server.call(list, { query: { after: 999_999 } }, staff?.token)).status).toBe(404);
    expect((await server.call(list, { query: {} }, zoe?.token)).status).toBe(404);
  }
});
