import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { acceptProject } from "@plumbline/contract/engagements/contract.ts";
import { exportPath } from "@plumbline/contract/exports.ts";
import { createInvoice, projectInvoices, readInvoice } from "@plumbline/contract/invoices/contract.ts";
import * as prices from "@plumbline/contract/prices/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let owner: Person;
let finance: Person;
let advisor: Person;
let customer: Person;
beforeAll(async () => {
  owner = await makeStaff(server.context, { name: "Ada Lind" });
  finance = await makeStaff(server.context, { name: "Nadia Karim", role: "finance" });
  advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  customer = await setUp(server.context, await makeMember(server.context, "customer"));
});

const today = () => dayInLondon(server.clock.now());
const inDays = (days: number) => addDays(today(), days);
type Body = Parameters<typeof change>[0];
const change = (
  body: { setting: string; value: number | string; from_day: string; reason?: string; replaces?: number },
  by = owner,
) => server.call(prices.changeMoneySetting, { body: { reason: "The board's decision.", ...body } as never }, by.token);
const changeOwn = (id: number, body: object) =>
  server.call(
    prices.changeMemberSetting,
    { params: { id }, body: { reason: "Agreed with them.", from_day: today(), ...body } as never },
    owner.token,
  );
const settings = async () => (await server.call(prices.readMoneySettings, {}, owner.token)).body;
const published = async () => (await server.call(prices.publishedTerms, {})).body;
const invoice = async (project_id: number, more: object = {}) => {
  const items_attributes = [{ description: "Work", quantity: 1, unit_price: 1000 }];
  return server.call(createInvoice, { body: { project_id, items_attributes, ...more } }, advisor.token);
};

test("G-80 refused: a day that has passed, values out of bounds or against another, no reason, a second change of a day", async () => {
  const refused = async (body: Partial<Body>) =>
    (await change({ setting: "commission", value: 12, from_day: inDays(10), ...body })).errors;
  const before = await settings();
  expect(await refused({ from_day: inDays(-1) })).toHaveProperty("from_day");
  expect(await refused({ from_day: "2026-02-31" })).toHaveProperty("from_day");
  expect(await refused({ value: "a lot" })).toEqual({ value: ["Please enter a number."] });
  expect(await refused({ value: 10.5 })).toEqual({ value: ["Please enter a whole percentage from 0 to 50."] });
  expect(await refused({ value: 16 })).toEqual({
    value: [expect.stringContaining("more than the published most of 15%")],
  });
  expect(await refused({ setting: "shortest_term", value: 61 })).toHaveProperty("value");
  expect(await refused({ setting: "colour" })).toHaveProperty("setting");
  expect(await refused({ reason: " " })).toEqual({ reason: ["Please give the reason."] });
  expect((await changeOwn(customer.id, { setting: "commission", value: 5 })).errors).toHaveProperty("setting");
  expect((await changeOwn(finance.id, { setting: "commission", value: 5 })).status).toBe(404);
  expect(await settings()).toEqual(before);
  for (const [person, status] of [
    [finance, 201],
    [await makeStaff(server.context, { role: "operations" }), 404],
    [await makeStaff(server.context, { role: "support" }), 404],
    [advisor, 404],
  ] as const)
    expect((await change({ setting: "vat_reduced", value: 5, from_day: inDays(400) }, person)).status).toBe(status);
});

test("G-80 two who set the same day at once: one wins, the other reads who and why; a coming change may be replaced or withdrawn", async () => {
  const body = { setting: "base_rate", value: 4.25, from_day: inDays(50), reason: "Decided on Thursday." };
  const both = await Promise.all([change(body), change(body, finance)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const loser = both.find(({ status }) => status === 409);
  expect(loser?.errors).toEqual({
    base: [expect.stringMatching(/(Ada Lind|Nadia Karim) has already set 4.25% .*Thursday/)],
  });
  const coming = async () => (await settings()).holds.find(({ setting }) => setting === "base_rate")?.coming ?? [];
  const [first] = await coming();
  await change({ ...body, value: 4.5, replaces: first?.id as number });
  const [second, ...others] = await coming();
  expect([second?.value, others]).toEqual([4.5, []]);
  const withdraw = (id: number) =>
    server.call(prices.withdrawMoneySetting, { params: { id }, body: { reason: "Not decided." } }, owner.token);
  expect((await withdraw(second?.id as number)).status).toBe(200);
  expect((await withdraw(second?.id as number)).errors).toEqual({
    base: ["Ada Lind has withdrawn this change already."],
  });
  expect(await coming()).toEqual([]);
});

test("G-80 decision 75 a change holds from its day in London: what was sent before keeps its values, and the audit has both", async () => {
  const running = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const old = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
  await server.call(acceptProject, { params: { id: old }, body: {} }, customer.token);
  expect((await invoice(running)).body.info).toMatchObject({ platform_fee_percent: 10, platform_fee: 100 });
  const from_day = inDays(3);
  const answer = await change({ setting: "commission", value: 12, from_day });
  expect(answer.body.entries[0]).toMatchObject({ before: 10, value: 12, state: "coming", by: "Ada Lind" });
  expect(answer.body.entries[0]?.effect).toContain("pays its advisor £5,808.00 instead of £5,940.00");
  await change({ setting: "longest_term", value: 20, from_day });
  expect((await published()).commission_percent).toBe(10);
  expect((await invoice(running, { payment_term_days: 61 })).errors).toEqual({
    payment_term_days: ["The payment term is from 7 to 60 days."],
  });
  const chosen = await invoice(running, { payment_term_days: 45 });
  expect(chosen.body.due_date).toBe(inDays(45));
  // A minute before midnight in London, and a minute after.
  const utc = new Date(`${from_day}T00:00:00Z`).getTime();
  const midnight = dayInLondon(new Date(utc - 3_600_000)) === from_day ? utc - 3_600_000 : utc;
  server.clock.advance(midnight - 60_000 - server.clock.now().getTime());
  expect((await published()).commission_percent).toBe(10);
  server.clock.advance(120_000);
  expect(await published()).toMatchObject({ day: from_day, commission_percent: 12, usual_term_days: 20 });
  const fresh = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
  await server.call(acceptProject, { params: { id: fresh }, body: {} }, customer.token);
  const percentOf = async (id: number) =>
    (await server.call(projectInvoices, { params: { id } }, advisor.token)).body.terms?.commission_percent;
  expect([await percentOf(old), await percentOf(fresh)]).toEqual([12, 12]);
  expect((await server.call(projectInvoices, { params: { id: fresh } }, customer.token)).body.terms).toBeUndefined();
  // An invoice has the commission of its day, also when its engagement was agreed before.
  const later = await invoice(old, { start: true });
  expect(later.body).toMatchObject({ info: { platform_fee_percent: 12, platform_fee: 120 }, due_date: inDays(20) });
  const sent = await server.call(readInvoice, { params: { id: chosen.body.id } }, advisor.token);
  expect(sent.body).toMatchObject({ info: { platform_fee_percent: 10 }, due_date: chosen.body.due_date });
  expect((await invoice(fresh, { start: true })).body.info).toMatchObject({
    platform_fee_percent: 12,
    platform_fee: 120,
  });
  await server.settle();
  const audit = await server.call(listAudit, { query: { about: "terms" } }, owner.token);
  expect(audit.body.entries.find(({ changes }) => changes[0]?.after === "12%")).toMatchObject({
    changes: [{ before: "10%", after: "12%" }],
    reason: "The board's decision.",
    by: { name: "Ada Lind" },
  });
});

test("G-81 a member's own commission and longest payment term hold for them alone, and end from a day", async () => {
  expect((await changeOwn(advisor.id, { setting: "commission", value: 8 })).status).toBe(201);
  expect((await changeOwn(customer.id, { setting: "longest_term", value: 90 })).status).toBe(201);
  const mine = async (person: Person) => (await server.call(prices.ownTerms, {}, person.token)).body;
  expect((await mine(advisor)).commission_percent).toBe(8);
  expect((await mine(customer)).longest_term_days).toBe(90);
  expect((await published()).commission_percent).not.toBe(8);
  const project = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const sent = await invoice(project, { payment_term_days: 90 });
  expect(sent.body).toMatchObject({ info: { platform_fee_percent: 8, platform_fee: 80 }, due_date: inDays(90) });
  const { body } = await server.call(prices.readMemberSettings, { params: { id: advisor.id } }, owner.token);
  expect(body.holds).toMatchObject([{ setting: "commission", value: 8, own: true, since: today() }]);
  await changeOwn(advisor.id, { setting: "commission", value: null, replaces: body.entries[0]?.id });
  expect((await mine(advisor)).commission_percent).toBe((await published()).commission_percent);
});

test("G-80 G-88 the history is a file of every change, members' own as well, also of more than are read at once", async () => {
  const taken = async (format: "csv" | "json") => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const answer = await fetch(server.url + exportPath(prices.readMoneySettings, format), { headers });
    expect([format, answer.status]).toEqual([format, 200]);
    return answer.text();
  };
  await server.context.db.execute(
    sql`insert into money_settings (setting, hundredths, before_hundredths, from_day, reason, set_by, set_at)
      select 'vat_reduced', 500, 500, date '2031-01-01' + n, 'Every day.', ${owner.id}, now() from generate_series(1, 600) n`,
  );
  const rows = JSON.parse(await taken("json")) as { id: number; member: { name: string } | null }[];
  const first = await settings();
  expect([first.entries.length, first.more]).toEqual([200, true]);
  const before = first.entries.at(-1)?.id;
  const second = await server.call(prices.readMoneySettings, { query: { before } }, owner.token);
  expect([...first.entries, ...second.body.entries].map(({ id }) => id)).toEqual(
    rows.slice(0, 400).map(({ id }) => id),
  );
  expect(rows.length).toBeGreaterThan(600);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.map(({ member }) => member?.name)).toContain("Harriet Osei");
  const [head, ...lines] = (await taken("csv")).trimEnd().split("\r\n");
  expect(head).toBe(
    "Id,Setting,Member: id,Member: name,Value,Before,From day,Reason,By,Set at,State,Withdrawn: by,Withdrawn: at,Withdrawn: reason,Effect",
  );
  expect(lines).toHaveLength(rows.length);
});
