import { dayInLondon } from "@plumbline/contract/dates.ts";
import { listDisputes } from "@plumbline/contract/disputes/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();
let [staff, advisor, customer, subscriber]: Person[] = [];
let invoiceId = 0;

beforeAll(async () => {
  const { context } = server;
  const { db } = context;
  const make = async (role: "customer" | "advisor", name: string) =>
    setUp(context, await makeMember(context, role, { name }));
  staff = await makeStaff(context, { role: "finance" });
  advisor = await connectPayouts(context, await make("advisor", "Zoë Adeyemi"));
  customer = await make("customer", "Priya Raman");
  subscriber = await make("customer", "Tom Birch");
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  invoiceId = await makeInvoice(context, { advisor, engagementId, lines: [["Work", 1, 100]] });
  await makePaid(context, customer, invoiceId);
  await db.execute(sql`insert into membership_payments
      (member_id, subscription_id, bill_id, intent_id, charge_id, amount_pence, paid_at, paid_until, updated_at)
    values (${subscriber.id}, 's', 'b', 'pi_listed', 'ch_listed', 5000, now(), now(), now())`);
  // Disputes as the provider's reports leave them, some opened at the same moment.
  await db.execute(sql`insert into disputes
      (provider_id, invoice_id, payment_id, state, amount_pence, reason, opened_at, respond_by)
    select 'dp_' || n, invoice_id, id, case when n = 1 then 'open' else 'won' end, 10000, 'duplicate',
      date_trunc('milliseconds', now()) - (n / 2) * interval '1 day',
      case when n = 1 then now() + interval '5 days' end
    from payments, generate_series(1, 32) n where invoice_id = ${invoiceId}`);
  await db.execute(sql`insert into disputes (provider_id, membership_payment_id, state, amount_pence, reason, opened_at)
    select 'dp_member', id, 'inquiry', 5000, 'general', now() - interval '90 days' from membership_payments
    where charge_id = 'ch_listed'`);
});

const read = async (query = {}) => (await server.call(listDisputes, { query }, staff?.token)).body;

test("G-52 a dispute stands with its invoice and its members, one over a membership with its member", async () => {
  const [open] = (await read({ state: "open" })).entries;
  expect(open).toMatchObject({
    ...{ provider_id: "dp_1", amount: 100, reason: "a payment made twice", answered_at: null },
    customer: { id: customer?.id, name: "Priya Raman" },
    advisor_member: { id: advisor?.id, name: "Zoë Adeyemi" },
    invoice: { id: invoiceId, number: "INV-0001" },
    respond_by: expect.any(String),
  });
  const [inquiry] = (await read({ state: "inquiry" })).entries;
  expect(inquiry).toMatchObject({
    customer: { id: subscriber?.id, name: "Tom Birch" },
    advisor_member: null,
    invoice: null,
  });
});

// biome-ignore format: a table is read by its columns
test.each([
  [{},                            33],
  [{ q: "priya" },                32],
  [{ q: "zoe", state: "open" },    1],
  [{ q: "tom" },                   1],
  [{ q: "dp_member" },             1],
  [{ q: "nobody" },                0],
  [{ q: "%" },                     0],
  [{ state: "lost" },              0],
] as const)("G-52 the filters %j leave %i disputes on all pages, once each, opened last first", async (filters, count) => {
  const rows: { id: number; opened_at: string }[] = [];
  for (let more = true; more; ) {
    const page = await read({ ...filters, ...(rows.length > 0 && { after: rows.at(-1)?.id }) });
    rows.push(...page.entries);
    ({ more } = page);
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  const moments = rows.map(({ opened_at: at }) => at);
  expect(moments).toEqual(moments.toSorted().reverse());
});

test("G-52 days are those in London; no filter is refused with its field, and members find nothing", async () => {
  const [opened] = (await read({ state: "inquiry" })).entries;
  const day = dayInLondon(new Date(opened?.opened_at ?? 0));
  expect((await read({ from: day, to: day })).entries.map(({ provider_id: id }) => id)).toEqual(["dp_member"]);
  const wrong = await server.call(listDisputes, { query: { state: "gone" } as never }, staff?.token);
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["state"]]);
  expect((await server.call(listDisputes, { query: { after: 999_999 } }, staff?.token)).status).toBe(404);
  expect((await server.call(listDisputes, { query: {} }, customer?.token)).status).toBe(404);
});
