import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approveApplication } from "@plumbline/contract/back-office/contract.ts";
import { readCohorts, readFigures } from "@plumbline/contract/back-office/figures.ts";
import { figureSteps } from "@plumbline/contract/back-office/figures-rules.ts";
import { undoDecision } from "@plumbline/contract/back-office/queue.ts";
import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { wallClock } from "../../clock.ts";
import { type Db, openEmbedded } from "../../database/database.ts";
import { startEmbedded } from "../../database/embedded/embedded.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { sendAdvisorRequest } from "../../demo/matching.ts";
import { cardToken, connectPayouts, payMembership } from "../../demo/membership.ts";
import { daysAgo } from "../../demo/past.ts";
import { applyVerified, freshEmail, makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";
import { countEverything, countWhatWaits } from "./counting.ts";

const server = testServer();
const provider = cardSandbox(server);
let [staff, advisor, customer]: Person[] = [];
let invoiceId = 0;

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context);
  const joined = { joinedDaysAgo: 15 };
  advisor = await setUp(context, await connectPayouts(context, await makeMember(context, "advisor", joined)));
  customer = await setUp(context, await payMembership(context, await makeMember(context, "customer", joined)));
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(daysAgo(context, 8), { advisor, customer, status: "in_progress" });
  invoiceId = await makeInvoice(context, { advisor, engagementId, lines: [["Work", 1, 200]] });
  await makePaid(context, customer, invoiceId);
  await makeInvoice(daysAgo(context, 60), { advisor, engagementId, lines: [["Owed", 1, 70]] });
  await sendAdvisorRequest(context, customer, "Somebody who knows tidal power.");
});

const counted = async () => {
  await provider.eventsHandled();
  await server.settle();
  await countWhatWaits(server.context);
};
const read = async (query: object = {}) => (await server.call(readFigures, { query }, staff?.token)).body;
const cohorts = async (query: object = {}) => (await server.call(readCohorts, { query }, staff?.token)).body.entries;

/** The steps of all members as a plain query counts them, by the week of a column. */
async function stepsByPlainQuery(db: Db, by: "week" | "cohort") {
  const { rows } = await db.execute<{ week: string; step: string; members: number }>(sql`
    with reached as (
      select id, 'applied' as step, created_at as at from members where role <> 'staff'
      union all select id, 'approved', decided_at from members where role <> 'staff' and decision = 'approved'
      union all select subject_id, 'paying', min(created_at) from events
        where kind in ('membership.started', 'payouts.ready') group by 1
      union all select subject_id, 'matched', min(created_at) from events where kind = 'search.preference_saved' group by 1
      union all select m.id, 'talking', min(c.created_at) from members m join conversations c on m.id in (c.advisor_id, c.customer_id) group by 1
      union all select m.id, 'engaged', min(a.created_at) from members m
        join engagements e on m.id in (e.advisor_id, e.customer_id) and e.status in ('accepted', 'in_progress', 'completed')
        join events a on a.subject = 'engagement' and a.subject_id = e.id and a.kind = 'engagement.accepted' group by 1
      union all select m.id, 'paid', min(i.paid_at) from members m
        join invoices i on m.id in (i.advisor_id, i.customer_id) and i.status = 'completed' group by 1)
    select date_trunc('week', ${sql.raw(by === "week" ? "at" : "m.created_at")} at time zone 'Europe/London')::date as week,
      step, count(*)::int as members
    from reached join members m using (id) where at is not null group by 1, 2 order by 1, 2`);
  return rows;
}

const stepsIn = (entries: readonly (Record<string, unknown> & { week: string })[]) =>
  entries
    .flatMap(({ week, ...entry }) => figureSteps.map((step) => ({ week, step, members: entry[step] as number })))
    .filter(({ members }) => members > 0)
    .toSorted((one, other) => `${one.week} ${one.step}`.localeCompare(`${other.week} ${other.step}`));

test("G-85 figures are for staff who may read them, and refuse days that are none and more than three years", async () => {
  const support = await makeStaff(server.context, { role: "support" });
  for (const person of [advisor, support]) expect((await server.call(readFigures, {}, person?.token)).status).toBe(404);
  for (const declaration of [readFigures, readCohorts])
    for (const [query, field] of [
      [{ from: "yesterday" }, "from"],
      [{ from: "2026-02-02", to: "2026-01-01" }, "to"],
      [{ from: "2020-01-01", to: "2026-01-01" }, "from"],
      [{ role: "staff" }, "role"],
    ] as const) {
      const refused = await server.call(declaration, { query: query as never }, staff?.token);
      expect([refused.status, Object.keys((refused.body as never as { errors: object }).errors)]).toEqual([
        422,
        [field],
      ]);
    }
});

test("G-85 each step is counted by week and by the week of applying as a plain query counts it, also when told twice", async () => {
  const { db } = server.context;
  const expectEqual = async () => {
    expect(stepsIn((await read()).entries)).toEqual(await stepsByPlainQuery(db, "week"));
    expect(stepsIn(await cohorts())).toEqual(await stepsByPlainQuery(db, "cohort"));
  };
  await counted();
  await expectEqual();
  const before = await read();
  expect(before.complete).toBe(true);
  expect(figureSteps.map((step) => before.entries.reduce((sum, entry) => sum + entry[step], 0))).toEqual([
    2, 2, 2, 0, 2, 2, 2,
  ]);
  expect((await cohorts({ role: "advisor" })).reduce((sum, { applied }) => sum + applied, 0)).toBe(1);
  // Every event is delivered once more, and everything is counted once more.
  await db.execute(sql`update events set delivered_at = null`);
  await counted();
  expect(await read()).toEqual(before);
  await countEverything(server.context);
  expect(await read()).toEqual(before);
});

test("G-86 money, arrears, waits and empty searches of a week are those of the tables", async () => {
  await counted();
  const { entries, arrears } = await read();
  const sum = (name: "turnover" | "commission" | "membership" | "arrears" | "empty_searches" | "decisions") =>
    entries.reduce((all, entry) => all + entry[name], 0);
  const { rows } = await server.context.db.execute(sql`
    select (select sum(total_pence) from membership_bills where status = 'paid') / 100.0 as membership,
      (select count(*)::int from members where decided_at is not null and role <> 'staff') as decisions`);
  const [plain] = rows as { membership: string; decisions: number }[];
  expect([sum("turnover"), sum("commission"), sum("arrears"), sum("empty_searches")]).toEqual([200, 20, 70, 1]);
  expect([sum("membership"), sum("decisions")]).toEqual([Number(plain?.membership), plain?.decisions]);
  expect(arrears).toEqual({ amount: 70, count: 1 });
});

test("G-87 a decision that is undone and an invoice that is given back are taken off again", async () => {
  const { context } = server;
  const id = await applyVerified(context, "advisor", { email: freshEmail("undone") });
  const of = async () => {
    await counted();
    const [week] = (await read()).entries;
    return { approved: week?.approved, decisions: week?.decisions, paid: week?.paid, turnover: week?.turnover };
  };
  const before = await of();
  await server.call(approveApplication, { params: { id }, body: { reason: "A good fit." } }, staff?.token);
  expect(await of()).toEqual({
    ...before,
    approved: (before.approved ?? 0) + 1,
    decisions: (before.decisions ?? 0) + 1,
  });
  await server.call(undoDecision, { params: { id }, body: { reason: "The wrong person." } }, staff?.token);
  await server.call(refundInvoice, { params: { id: invoiceId }, body: { reason: "Not done." } }, staff?.token);
  expect(await of()).toEqual({ ...before, paid: 0, turnover: 0 });
  expect(stepsIn((await read()).entries)).toEqual(await stepsByPlainQuery(context.db, "week"));
});

test.runIf(process.env["PLUMBLINE_DEMO"])("G-85 the demo's figures are those of its tables", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-figures-"));
  await cp(process.env["PLUMBLINE_DEMO"] as string, folder, { recursive: true });
  const database = await openEmbedded(startEmbedded(folder));
  try {
    const { rows } = await database.db.execute<{ week: string; step: string; members: number }>(sql`
      select week, step, sum(people)::int as members from figure_step_counts group by 1, 2 having sum(people) <> 0 order by 1, 2`);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows).toEqual(await stepsByPlainQuery(database.db, "week"));
    await countEverything({ db: database.db, clock: wallClock });
    const { rows: money } = await database.db.execute(sql`
      select sum(arrears_pence)::float8 as arrears, sum(turnover_pence)::float8 as turnover,
        (select coalesce(sum(total_pence), 0)::float8 from invoices where status in ('sent', 'processing') and due_on < current_date) as owed,
        (select sum(total_pence)::float8 from invoices where paid_at is not null and status in ('completed', 'refunded'))
          - (select coalesce(sum(amount_pence), 0)::float8 from refunds where state = 'done') as paid
      from figure_weeks`);
    const [sums] = money as { arrears: number; turnover: number; owed: number; paid: number }[];
    expect([sums?.arrears, sums?.turnover]).toEqual([sums?.owed, sums?.paid]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
