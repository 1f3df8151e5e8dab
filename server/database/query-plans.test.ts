import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { messageParts } from "../features/messages/parts-store.ts";
import { eventParts } from "../outbox/parts-job.ts";
import { callEverything } from "../testing/every-call.ts";
import { constantTables, multiplyRows } from "../testing/multiplied-rows.ts";
import { testServer } from "../testing/plumbline.ts";
import {
  genericPlansOf,
  growingScans,
  growingTables,
  recordStatements,
  scansOfAllParts,
} from "../testing/query-plans.ts";
import type { Db } from "./database.ts";
import { makePartsAhead } from "./parts.ts";
import { planning } from "./planning.ts";
import { tablesIn } from "./table-names.ts";

// No statement of the program reads more as the tables grow: its generic plan, which a prepared statement has (ADR-020),
// finds rows by a unique key, stops at a LIMIT in the order of an index, or reads an index named here.

const recording = recordStatements();
const server = testServer({ RATE_LIMIT: "on" });
afterAll(recording.stop);

const work = "Work that waits; a row leaves the index when it is done.";
const own = "A member's own rows, read for a sum of them, by a job or by a write, and not for a list.";
const parts = "Parts of one thing; rules of the product bound their number.";
const counted = "Counted for the desk of staff: who pays, who owes, and who has applied this month.";
const beginning =
  "What staff look for by the beginnings of its words: the index is read, and of what it finds a few rows.";
const announced = "A member's banners that stand: one page shows them.";
const merged = "Who has an entry that is merged into another: so many at a time.";
const days = "What moved in the days that staff ask the sums of.";

/** The indexes of which statements read all rows, or all rows of a key, and why these are few. */
const few: Record<string, string> = {
  ...{
    mails_to_send: work,
    events_to_tell: work,
    events_to_seal: work,
    payments_open: work,
    memberships_to_end: work,
    idempotency_keys_running: work,
  },
  ...{ refunds_asked: work, refunds_of_invoice: parts, payments_of_invoice: parts },
  ...{
    invoices_paid: days,
    refunds_settled: days,
    payouts_by_moment: days,
    payouts_by_status: days,
    engagements_by_age: days,
    invoices_by_age: days,
    disputes_by_opening: days,
  },
  ...{ disputes_by_closing: days, membership_bills_paid: days, membership_refunds_by_day: days },
  ...{ notifications_for_digest: work, disputes_open: work, disputes_of_memberships_open: work },
  ...{ invoice_lines_invoice_id_position_pk: parts, disputes_of_invoice: parts, events_of_subject: parts },
  ...{ engagement_versions_engagement_id_version_pk: parts, invoices_of_engagement: parts },
  ...{ disputes_of_membership_payment: parts, membership_refunds_of_payment: parts },
  ...{ membership_payments_of_member: own, membership_refunds_of_member: own, membership_bills_of_member: own },
  ...{ engagements_of_advisor: own, engagements_completed: own, conversations_of_advisor: own, files_of_owner: own },
  ...{ reviews_of_advisor: own, reviews_of_customer: own, sessions_of_member: own, known_devices_of_member: own },
  ...{ earnings_of_member: own, earnings_not_paid_out: own, payouts_of_member: own, invoices_unpaid_of_advisor: own },
  ...{ earnings_of_invoice: parts, earnings_of_payout: parts, payouts_carried: parts },
  ...{ invoices_of_advisor: own, invoices_of_customer: own, invoices_drafts: own, engagements_of_customer: own },
  ...{ invoices_paid_of_customer: own, invoices_unpaid_of_customer: own, disputes_lost: parts },
  ...{
    figure_members_decided: "One week's.",
    figure_members_matched: "One week's.",
    conversations_answered: "One week's.",
  },
  ...{ advisor_requests_by_moment: "One week's.", invoices_unpaid: "Due in one week.", conversations_of_customer: own },
  members_by_role: "Those who are staff are few.",
  recovery_codes_of_member: "Ten codes.",
  ...{ reports_waiting: work, appeals_waiting: work, correspondence_assigned: work },
  ...{ sanctions_to_end: work, sanctions_of_member: own },
  ...{ profiles_choices: merged, preferences_choices: merged, engagements_of_theme: merged },
  announcements_due: work,
  announcement_banners: announced,
  sanctions_with_files: "A file is attached to few decisions.",
  appeals_with_files: "A file is attached to one appeal.",
  dispute_answers_with_files: "A file is attached to one answer.",
  dispute_answers_asked: work,
  transparency_counts_pkey: "Sixteen counts a month, of two years.",
  notifications_unread: "A member's unread notifications; reading them ends them.",
  match_showings_advisor_id_week_customer_id_pk: "The customers who were shown an advisor in one week.",
  events_failed: "Events that were given up: each is a fault that somebody looks at.",
  mails_failed: "E-mails that were refused in the last ninety days.",
  links_unused: "A new link ends the older ones of its purpose.",
  idempotency_keys_by_request: "A key is random: hardly two members choose the same.",
  messages_words: "What is found in the searcher's own conversations: each word carries the id of its conversation.",
  ...{ profiles_words: beginning, members_email_words: beginning, engagements_words: beginning },
  ...{
    application_references_of_member: parts,
    member_notes_of_member: own,
    members_queue: work,
    members_by_state_and_age: work,
  },
  ...{ memberships_by_price: counted, membership_bills_income: days, membership_bills_discounted: days },
  ...{ memberships_running: counted, memberships_late: counted, members_by_age: counted },
  ...{ correspondence_messages_of_thread: parts, correspondence_messages_once: parts },
  members_staff: "Staff: few.",
  job_runs: "One row a job.",
  provider_events_unhandled: work,
  correspondence_by_state: "A list that is paged by number: counted up to a thousand.",
  reconciliations_by_moment: "One a day.",
  sessions_looking: "Looks at members that go on: each ends within half an hour.",
  messages_with_files: "A file is attached to few messages.",
  payments_intent: "Payments whose intent is not stored yet.",
  support_messages_of_address: "What one address has sent in the last minutes, which is limited.",
};

const rest = "The part that is written to has all that waits but for what was given up; the others' index is empty.";

/** The indexes that are read in each part of a table in parts, because a statement cannot name the part (ADR-053). */
const inEveryPart: Record<string, string> = {
  ...{ events_to_tell: rest, events_to_seal: rest, events_failed: rest },
  events_of_subject: "What happens to one thing may happen in any year; each part finds its own by one descent.",
  events_of_actor: "The same of what one member does.",
  messages_words: "A word carries its conversation (ADR-025), so that the other parts have none of it.",
  messages_with_files: "A file does not know its conversation; the index has the few messages with files.",
};

/** The conditions by which rows newer than a gap of the bus are read, for members with an open page: those of two minutes. */
const newer: Record<string, string> = {
  conversations_of_customer: "last_message_id > ",
  conversations_of_advisor: "last_message_id > ",
  notifications_of_member: "id > ",
};

/** A copy of everything about a member: all rows of that member are read, along an index. */
const isCopy = (text: string) => /^select \(to_jsonb\("\w+"\) - \$1::text\[\]\)::text as row/.test(text);

/** Rows for the tables that only refunds, refused e-mails, sockets at AnyCable and searches of other days fill. */
const rare = [
  sql`insert into two_step select id, 'x', now() from members where role <> 'staff' limit 30 on conflict do nothing`,
  sql`insert into anycable_sockets select 'socket ' || id, id, id, now() from members limit 30`,
  sql`insert into recovery_codes (member_id, code_hash) select id, 'x' from members limit 30`,
  sql`insert into match_showings select a.id, '2031-01-06'::date + 7 * a.id, c.id, 1, '{1}'
    from members a, members c where a.role = 'advisor' and c.role = 'customer' limit 30`,
  sql`insert into refused_addresses select email, '550 no such mailbox' from members limit 30`,
  sql`insert into membership_payments
      (member_id, subscription_id, bill_id, intent_id, charge_id, amount_pence, paid_at, paid_until, updated_at)
    select member_id, 's', 'b', member_id, 'c', 100, now(), now(), now() from memberships limit 30`,
  sql`insert into membership_refunds (id, member_id, payment_id, amount_pence, refunded_at)
    select 're' || id, member_id, id, 100, now() from membership_payments limit 30`,
  sql`insert into earning_readings select id, now() from members where role = 'advisor' on conflict do nothing`,
  sql`insert into payouts (provider_id, member_id, amount_pence, status, created_at, arrives_on, automatic)
    select 'po' || id, id, 100, 'paid', now(), now(), true from members where role = 'advisor' limit 30`,
  sql`insert into earnings (id, source, member_id, invoice_id, type, gross_pence, commission_pence, net_pence, moved_at,
      moved_on, available_on, state)
    select 'txn' || id, 'py' || id, advisor_id, id, 'payment', 100, 10, 90, now(), now(), now(), 'waiting'
    from invoices where status = 'completed' limit 30`,
  sql`insert into refunds (invoice_id, payment_id, state, amount_pence, advisor_pence, fee_pence, reason, settled_at)
    select invoice_id, id, 'done', 100, 90, 10, 'r', now() from payments limit 30`,
  sql`insert into membership_bills (id, member_id, status, total_pence, changes_plan, billed_at)
    select 'bill' || member_id, member_id, 'paid', 100, false, now() from memberships limit 30`,
  sql`insert into disputes (provider_id, invoice_id, payment_id, membership_payment_id, state, amount_pence, reason, opened_at)
    select 'i' || n, invoice_id, id, null, case n when 1 then 'open' when 2 then 'lost' else 'won' end, 100, 'general', now()
    from (select * from payments limit 1) paid, generate_series(1, 10) n
    union all
    select 'm' || n, null, null, id, case n when 1 then 'open' when 2 then 'inquiry' else 'won' end, 100, 'general', now()
    from (select * from membership_payments limit 1) paid, generate_series(1, 10) n`,
];

const runOn = (tx: Db) => async (statement: string) => (await tx.execute(sql.raw(statement))).rows;

/** About as many rows as each growing table gets. */
const rowsOfTable = atNight ? 10_000 : 4_000;

/** Makes the lists of each member and the tables longer; what is there when half is done becomes a part of its own. */
async function fill(): Promise<void> {
  await server.context.db.transaction(async (tx) => {
    const run = runOn(tx);
    const idsOf = async (role: string) =>
      (await run(`select id from members where role = '${role}'`)).map(({ id }) => id as number);
    const some = (_table: string, rows: number) => Math.ceil(Math.sqrt(rowsOfTable / 2 / Math.max(rows, 1)));
    for (const statement of rare) await tx.execute(statement);
    await multiplyRows(run, some, await idsOf("customer"));
    await multiplyRows(run, some, await idsOf("advisor"));
  });
  for (const each of [messageParts, eventParts]) await makePartsAhead(server.context.database, { ...each, size: 10 });
  await server.context.db.transaction((tx) =>
    multiplyRows(runOn(tx), (_table, rows) => Math.ceil(rowsOfTable / Math.max(rows, 1))),
  );
  // One by one: all of them may take a busy machine longer than a statement has.
  for (const table of await tablesIn(server.context.db))
    await server.context.db.execute(sql.raw(`vacuum analyze ${table}`));
}

test("rule 21 connections have the planner's settings of ADR-020", async () => {
  const { rows } = await server.context.db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name = any(array(select json_object_keys(${JSON.stringify(planning)}::json)))`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(planning);
});

test.runIf(atNight || process.env["TEST_DATABASE_URL"])(
  "rule 21 no statement reads more as the tables grow",
  async () => {
    const { db } = server.context;
    await callEverything(server);
    recording.stop();
    await fill();
    const growing = await growingTables(db);
    const { rows: short } = await db.execute(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and reltuples < (case when relispartition then ${rowsOfTable * 0.15} else ${rowsOfTable / 2} end)::real and relname not in ${constantTables}`);
    expect(short).toEqual([]);
    const found: string[] = [];
    const plans = await genericPlansOf(db, recording.statements);
    for (const [text, plan] of plans)
      for (const { of, by } of growingScans(plan, growing))
        if (!(of in few) && !(isCopy(text) && by !== null) && !(of in newer && by?.includes(newer[of] as string)))
          found.push(`${of} by ${by}: ${text}`);
    expect(found).toEqual([]);
    // Two of each, so that there is something to name.
    expect([...growing.partKeys.values()].sort()).toEqual(["conversation_id", "conversation_id", "id", "id"]);
    const unnamed = new Set<string>();
    for (const [text, plan] of plans)
      for (const by of scansOfAllParts(plan, growing))
        if (!(by in inEveryPart) && !isCopy(text)) unnamed.add(`${by}: ${text}`);
    expect([...unnamed]).toEqual([]);
  },
  600_000,
);
