import type { Day } from "@plumbline/contract/dates.ts";
import type { EarningState, MonthlyAmounts, PayoutSchedule } from "@plumbline/contract/earnings/rules.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn, preparedSql } from "../../database/prepared.ts";
import { disputeColumn, isDisputed, type ShownDispute } from "../invoices/dispute-store.ts";
import { type InvoiceLabel, invoiceLabelColumn } from "../invoices/invoice-label-column.ts";
import { earningReadings } from "./schema.ts";
import { type PayoutRow, waits } from "./store.ts";

// What pages read. Sums are of one member's own rows.

export type EarningsSummary = {
  reading: { askedAt: string | null; schedule: PayoutSchedule | null } | null;
  months: MonthlyAmounts[];
  /** What waits in the balance, by the day from which it may be paid out. */
  waiting: { availableOn: Day; net: number }[];
  paidOutThisYear: number;
  arriving: { on: Day; pence: number } | null;
  disputed: { count: number; net: number };
};

const memberId = sql.placeholder("memberId");

const summaryOf = preparedOn((db) =>
  db
    .select({
      it: sql<EarningsSummary>`json_build_object(
        'reading', (select json_build_object('askedAt', nullif(r.asked_at, 'epoch'), 'schedule', r.schedule)
          from ${earningReadings} r where r.member_id = ${memberId}),
        'months', (select coalesce(json_agg(m), '[]') from (
          select to_char(moved_on, 'YYYY-MM') as month, state, sum(gross_pence) as gross,
            sum(commission_pence) as commission, sum(net_pence) as net
          from earnings where member_id = ${memberId} group by 1, 2) m),
        'waiting', (select coalesce(json_agg(w), '[]') from (
          select available_on as "availableOn", sum(net_pence) as net
          from earnings where member_id = ${memberId} and ${waits} group by 1) w),
        'paidOutThisYear', (select coalesce(sum(net_pence), 0) from earnings
          where member_id = ${memberId} and paid_out_on >= ${sql.placeholder("yearStart")}::date),
        'arriving', (select json_build_object('on', p.arrives_on, 'pence', p.amount_pence) from payouts p
          where p.member_id = ${memberId} and p.status in ('pending', 'in_transit')
          order by p.arrives_on, p.created_at, p.id limit 1),
        'disputed', (select json_build_object('count', count(distinct invoice_id), 'net', coalesce(sum(net_pence), 0))
          from earnings e where ${isDisputed(sql.raw("e.invoice_id"))} and e.member_id = ${memberId}))`,
    })
    .from(sql`(select) one`)
    .prepare("earnings_summary"),
);

export async function earningsSummary(db: Db, id: number, yearStart: Day): Promise<EarningsSummary> {
  const [row] = await summaryOf(db).execute({ memberId: id, yearStart });
  if (!row) throw new Error("a query without a table returned no row");
  return row.it;
}

/** What an invoice moved, as it is listed in a payout or on a statement. */
export type Part = {
  id: string;
  type: string;
  movedOn: Day;
  grossPence: number;
  commissionPence: number;
  netPence: number;
  state: EarningState;
  paidOutOn: Day | null;
  invoice: InvoiceLabel;
  dispute: ShownDispute | null;
};

const partFields = sql`e.id, e.type, e.moved_on::text as "movedOn", e.gross_pence::float8 as "grossPence",
  e.commission_pence::float8 as "commissionPence", e.net_pence::float8 as "netPence", e.state,
  e.paid_out_on::text as "paidOutOn", ${invoiceLabelColumn(sql.raw("e.invoice_id"))} as invoice,
  ${disputeColumn(sql.raw("e.invoice_id"))} as dispute`;

export type ShownPayout = PayoutRow & { carriedOn: Day | null };

const given = sql.placeholder;

const payoutsOf = (name: string, older: SQL) =>
  preparedSql<Omit<ShownPayout, "createdAt"> & { createdAt: string }>(
    name,
    sql`
    select p.id, p.provider_id as "providerId", p.member_id as "memberId", p.amount_pence::float8 as "amountPence",
      p.status, p.created_at as "createdAt", p.arrives_on::text as "arrivesOn", p.failure, p.automatic,
      p.contents_known as "contentsKnown", p.carried_by as "carriedBy",
      (select c.arrives_on::text from payouts c where c.id = p.carried_by) as "carriedOn"
    from payouts p where p.member_id = ${memberId} ${older}
    order by p.created_at desc, p.id desc limit ${given("limit")}`,
  );
const newestPayouts = payoutsOf("payouts_of_member", sql``);
const olderPayouts = payoutsOf(
  "payouts_of_member_before",
  sql`and (p.created_at, p.id) <
    (select created_at, id from payouts where id = ${given("before")} and member_id = ${memberId})`,
);

/** A member's payouts, the newest first; `before` is the id of the last one that is known. */
export async function payoutsBefore(
  db: Db,
  id: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ShownPayout[]> {
  const rows = await (before
    ? olderPayouts(db, { memberId: id, before, limit })
    : newestPayouts(db, { memberId: id, limit }));
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

export type PayoutPart = Part & { payoutId: number; place: number; count: number } & Record<
    "allGross" | "allCommission" | "allNet",
    number
  >;

const payoutParts = preparedSql<PayoutPart>(
  "payout_parts",
  sql`
    with shown as (
      select id as part_of, id as shown_in from payouts where id = any(${given("ids")}::int[])
      union all select id, carried_by from payouts where carried_by = any(${given("ids")}::int[])
    ), parts as (
      select e.id as part, s.shown_in as "payoutId",
        row_number() over (partition by s.shown_in order by e.moved_on, e.id)::int as place,
        count(*) over (partition by s.shown_in)::int as count,
        (sum(e.gross_pence) over (partition by s.shown_in))::float8 as "allGross",
        (sum(e.commission_pence) over (partition by s.shown_in))::float8 as "allCommission",
        (sum(e.net_pence) over (partition by s.shown_in))::float8 as "allNet"
      from shown s join earnings e on e.payout_id = s.part_of
    )
    select parts.*, ${partFields} from parts join earnings e on e.id = parts.part
    where place <= ${given("limit")} order by "payoutId", place`,
);

/** What payouts include, those of earlier ones whose money they carry too: at most `limit` parts each, oldest first. */
export async function partsOfPayouts(db: Db, ids: readonly number[], limit: number): Promise<PayoutPart[]> {
  return ids.length === 0 ? [] : payoutParts(db, { ids, limit });
}

/** Sorts a payment before its refunds, also within one second. */
const statementOrder = (line: string) =>
  sql.raw(`${line}.moved_on, ${line}.moved_at, ${line}.invoice_id, ${line}.gross_pence <= 0, ${line}.id`);
const lines = (name: string, further: SQL) =>
  preparedSql<Part>(
    name,
    sql`
    select ${partFields} from earnings e
    where e.member_id = ${memberId} and e.moved_on >= ${given("from")}::date and e.moved_on <= ${given("to")}::date ${further}
    order by ${statementOrder("e")} limit ${given("limit")}`,
  );
const firstLines = lines("statement_lines", sql``);
const furtherLines = lines(
  "statement_lines_after",
  sql`and (${statementOrder("e")}) > (select ${statementOrder("last")} from earnings last where last.id = ${given("after")})`,
);

/** Lines of a statement in the order of their days; `after` is the last one that is known. */
export function statementLines(
  db: Db,
  id: number,
  { after, ...asked }: { from: Day; to: Day; after: Pick<Part, "movedOn" | "id"> | null; limit: number },
): Promise<Part[]> {
  const values = { memberId: id, ...asked };
  return after ? furtherLines(db, { ...values, from: after.movedOn, after: after.id }) : firstLines(db, values);
}
