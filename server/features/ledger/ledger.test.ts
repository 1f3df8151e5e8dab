import { readLedger, sumLedger } from "@plumbline/contract/back-office/ledger.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { exportPath } from "@plumbline/contract/exports.ts";
import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();
let [staff, advisor, customer]: Person[] = [];
const paidIds: number[] = [];

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context, { role: "finance" });
  advisor = await connectPayouts(
    context,
    await setUp(context, await makeMember(context, "advisor", { name: "Zoë Adeyemi" })),
  );
  customer = await setUp(context, await makeMember(context, "customer", { name: "Priya Raman" }));
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  for (const pounds of [100, 200, 300]) {
    const id = await makeInvoice(context, { advisor, engagementId, lines: [["Work", 1, pounds]] });
    await makePaid(context, customer, id);
    paidIds.push(id);
  }
  const body = { reason: "One day fell out.", amount: 50.05 } as never;
  await server.call(refundInvoice, { params: { id: paidIds[2] as number }, body }, staff.token);
  // A membership, a lost dispute and a payout, as the provider's reports leave them.
  await context.db.execute(sql`insert into membership_bills (id, member_id, status, total_pence, changes_plan, billed_at)
    values ('in_ledger', ${customer.id}, 'paid', 25000, false, now() - interval '40 days')`);
  await context.db.execute(sql`insert into disputes (provider_id, invoice_id, payment_id, state, amount_pence, reason, opened_at)
    select 'dp_ledger', invoice_id, id, 'open', amount_pence, 'general', now() from payments where invoice_id = ${paidIds[0]}`);
  await context.db.execute(sql`insert into payouts (provider_id, member_id, amount_pence, status, created_at, arrives_on, automatic)
    values ('po_ledger', ${advisor.id}, 9000, 'paid', now(), now(), true)`);
});

const read = async (query = {}) => (await server.call(readLedger, { query }, staff?.token)).body;
const sums = async (query = {}) => (await server.call(sumLedger, { query }, staff?.token)).body;

test("G-45 all that moved money is in one list, newest first, each with what of it is ours and the advisor's", async () => {
  const { entries, more } = await read();
  expect(more).toBe(false);
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  const by = (kind: string) => entries.filter((entry) => entry.kind === kind);
  expect(by("payment").map(({ gross, ours, advisor: theirs }) => [gross, ours, theirs])).toEqual([
    ...[
      [300, 30, 270],
      [200, 20, 180],
      [100, 10, 90],
    ],
  ]);
  expect(by("refund")).toMatchObject([{ gross: -50.05, ours: -5.01, advisor: -45.04, invoice: { id: paidIds[2] } }]);
  expect(by("dispute")).toMatchObject([{ gross: -100, ours: -100, advisor: 0, provider_id: "dp_ledger" }]);
  expect(by("membership")).toMatchObject([
    { gross: 250, ours: 250, customer: { id: customer?.id, name: "Priya Raman" } },
  ]);
  expect(by("payout")).toMatchObject([{ gross: 0, paid_out: 90, advisor_member: { name: "Zoë Adeyemi" } }]);
});

test("G-45 the ledger is filtered by kind, member, words and days, and paged by key without loss or repetition", async () => {
  expect((await read({ kind: "payment" })).entries).toHaveLength(3);
  expect((await read({ member: advisor?.id })).entries).toHaveLength(6);
  expect((await read({ q: "zoe" })).entries).toHaveLength(6);
  expect((await read({ q: "in_ledger" })).entries.map(({ kind }) => kind)).toEqual(["membership"]);
  const yesterday = addDays(dayInLondon(server.clock.now()), -1);
  expect((await read({ to: yesterday })).entries.map(({ kind }) => kind)).toEqual(["membership"]);
  const all = (await read()).entries;
  for (const [index, { key }] of all.entries())
    expect((await read({ before: key })).entries).toEqual(all.slice(index + 1));
  for (const query of [{ before: "x" }, { kind: "x" }, { member: "x" }, { from: "x" }])
    expect((await server.call(readLedger, { query: query as never }, staff?.token)).status).toBe(422);
});

test("G-46 sums by day, month and member come to what the entries come to, to the penny", async () => {
  const all = (await read()).entries;
  const expected = (name: "gross" | "ours" | "advisor" | "paid_out") =>
    all.reduce((sum, entry) => sum + Math.round(entry[name] * 100), 0) / 100;
  for (const by of ["day", "month"] as const) {
    const { total, groups } = await sums({ by });
    for (const name of ["gross", "ours", "advisor", "paid_out"] as const) {
      expect(total[name]).toBe(expected(name));
      expect(groups.reduce((sum, group) => sum + Math.round(group[name] * 100), 0) / 100).toBe(expected(name));
    }
    expect(total.count).toBe(all.length);
  }
  const { groups } = await sums({ by: "member" });
  expect(groups.map(({ name, count }) => [name, count])).toEqual([
    ["Priya Raman", 6],
    ["Zoë Adeyemi", 6],
  ]);
});

test("G-45 the ledger's CSV has all that the filters leave, and a role without money does not read it", async () => {
  const csv = async (query: object, person?: Person) =>
    fetch(server.url + urlOf({ ...readLedger, path: exportPath(readLedger, "csv") }, { query }), {
      headers: { authorization: `Bearer ${person?.token}` },
    });
  const text = await (await csv({ kind: "payment" }, staff)).text();
  expect(text.trim().split("\r\n")).toHaveLength(4);
  expect(text).toMatch(/payment,[^\n]*Priya Raman,\d+,Zoë Adeyemi,\d+,INV-0003,300,30,270,0,pi_/);
  expect((await csv({}, customer)).status).toBe(404);
});
