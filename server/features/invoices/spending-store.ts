import type { Day } from "@plumbline/contract/dates.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn, preparedSql } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { nameColumn } from "../profiles/profile-join.ts";

/** A period of London's days, both included. */
export type Days = { from: Day; to: Day };

const dayOf = (moment: string): SQL => sql.raw(`(${moment} at time zone 'Europe/London')::date`);

const given = sql.placeholder;
const period = sql`day between ${given("from")}::date and ${given("to")}::date`;

/** What a customer paid and was given back, one row each, in pence; a payment that a bank has returned was given back. */
function movements() {
  const paid = sql`i.customer_id = ${given("customerId")} and i.status in ('completed', 'refunded')`;
  const columns = sql.raw("i.id as invoice_id, i.number, i.engagement_id, i.advisor_id");
  return sql`(
    select ${columns}, ${dayOf("i.paid_at")} as day, 'payment' as kind, 0 as part, i.total_pence as paid, 0::bigint as back
      from invoices i where ${paid} and i.paid_at is not null
    union all
    select ${columns}, ${dayOf("r.settled_at")}, 'given_back', r.id, 0, r.amount_pence
      from invoices i join refunds r on r.invoice_id = i.id and r.state = 'done' where ${paid}
    union all
    select ${columns}, ${dayOf("d.closed_at")}, 'given_back', 0, 0, least(d.amount_pence, i.total_pence - i.refunded_pence)
      from invoices i join disputes d on d.invoice_id = i.id and d.state = 'lost'
      where ${paid} and i.status = 'completed' and d.closed_at is not null
  )`;
}

type Shares = { paid: number; back: number; invoices: number };
export type CustomerSpending = {
  months: { month: string; paid: number; back: number }[];
  advisors: (Shares & { id: number; name: string })[];
  advisorsCount: number;
  engagements: (Shares & { id: number; name: string; advisor: string })[];
  engagementsCount: number;
  toPay: { count: number; pence: number; due: Day | null };
};

const shares = sql.raw(
  "sum(paid) as paid, sum(back) as back, count(distinct invoice_id) as invoices, count(*) over () as of_all",
);
const nameOf = (member: string) => nameColumn(sql.raw(member));

const spending = preparedOn((db) => {
  const [customerId, limit] = [given("customerId"), given("limit")];
  return db
    .select({ it: sql<CustomerSpending>`it` })
    .from(sql`(
    with moved as materialized (
      select * from ${movements()} m where ${period}
    ), by_advisor as (
      select advisor_id, ${shares} from moved group by 1 order by sum(paid) - sum(back) desc, 1 limit ${limit}
    ), by_engagement as (
      select engagement_id, min(advisor_id) as advisor_id, ${shares} from moved
      group by 1 order by sum(paid) - sum(back) desc, 1 limit ${limit}
    )
    select json_build_object(
      'months', (select coalesce(json_agg(m), '[]') from (
        select to_char(day, 'YYYY-MM') as month, sum(paid) as paid, sum(back) as back from moved group by 1) m),
      'advisors', (select coalesce(json_agg(json_build_object('id', a.advisor_id, 'name', ${nameOf("a.advisor_id")},
        'paid', a.paid, 'back', a.back, 'invoices', a.invoices)), '[]') from by_advisor a),
      'advisorsCount', coalesce((select max(of_all) from by_advisor), 0),
      'engagements', (select coalesce(json_agg(json_build_object('id', g.engagement_id,
        'name', ${engagementNameColumn(sql.raw("g.engagement_id"))}, 'advisor', ${nameOf("g.advisor_id")},
        'paid', g.paid, 'back', g.back, 'invoices', g.invoices)), '[]') from by_engagement g),
      'engagementsCount', coalesce((select max(of_all) from by_engagement), 0),
      'toPay', (select json_build_object('count', count(*), 'pence', coalesce(sum(total_pence), 0), 'due', min(due_on))
        from invoices where customer_id = ${customerId} and status in ('sent', 'processing'))) as it) as spending`)
    .prepare("customer_spending");
});

/** What a customer paid advisors in a period, in pence: by month, advisor and engagement, at most `limit` of each. */
export async function spendingOf(
  db: Db,
  customerId: number,
  period: Days & { limit: number },
): Promise<CustomerSpending> {
  return oneRow(await spending(db).execute({ customerId, ...period })).it;
}

export type SpendingShare = Shares & { id: number; name: string; advisor: string };

function sharesBy(by: "advisor" | "engagement", rest: SQL, name: string) {
  const nameColumn = by === "advisor" ? nameOf("share.advisor_id") : engagementNameColumn(sql.raw("share.id"));
  return preparedSql<SpendingShare>(
    name,
    sql`
    with shares as materialized (
      select ${sql.raw(by)}_id as id, min(advisor_id) as advisor_id, sum(paid)::float8 as paid, sum(back)::float8 as back,
        sum(paid - back)::float8 as spent, count(distinct invoice_id)::int as invoices
      from ${movements()} m where ${period} group by 1
    )
    select share.id, ${nameColumn} as name, ${nameOf("share.advisor_id")} as advisor, paid, back, invoices
    from shares share ${rest} order by share.spent desc, share.id limit ${given("limit")}`,
  );
}
const afterLast = sql`where (share.spent, -share.id) <
  (select last.spent, -last.id from shares last where last.id = ${given("after")})`;
const sharesOf = {
  advisor: {
    first: sharesBy("advisor", sql``, "spending_by_advisor"),
    further: sharesBy("advisor", afterLast, "spending_by_advisor_after"),
  },
  engagement: {
    first: sharesBy("engagement", sql``, "spending_by_engagement"),
    further: sharesBy("engagement", afterLast, "spending_by_engagement_after"),
  },
};

/**
 * What a customer paid each advisor, or for each engagement, in a period, in pence, the most first; `after` is the id of the
 * last one that is known. `advisor` is the advisor's name.
 */
export function spendingShares(
  db: Db,
  customerId: number,
  { by, ...asked }: Days & { by: "advisor" | "engagement"; after: number | undefined; limit: number },
): Promise<SpendingShare[]> {
  return sharesOf[by][asked.after ? "further" : "first"](db, { customerId, ...asked });
}

export type SpendingLine = {
  invoiceId: number;
  kind: "payment" | "given_back";
  /** The id of one refund among several of an invoice; 0 otherwise. */
  part: number;
  day: Day;
  number: number;
  project: string;
  advisor: string;
  pence: number;
};

const lines = (name: string, further: SQL) =>
  preparedSql<SpendingLine>(
    name,
    sql`
    select invoice_id as "invoiceId", kind, part, day::text as day, number, (paid - back)::float8 as pence,
      ${engagementNameColumn(sql.raw("m.engagement_id"))} as project, ${nameOf("m.advisor_id")} as advisor
    from ${movements()} m where ${period} ${further}
    order by day, invoice_id, kind = 'given_back', part limit ${given("limit")}`,
  );
const firstLines = lines("spending_lines", sql``);
const furtherLines = lines(
  "spending_lines_after",
  sql`and (day, invoice_id, kind = 'given_back', part) >
    (${given("day")}::date, ${given("invoiceId")}::int, ${given("kind")} = 'given_back', ${given("part")}::int)`,
);

/** Lines of a statement in the order of their days; `after` is the last one that is known. */
export function spendingLines(
  db: Db,
  customerId: number,
  { after, ...asked }: Days & { after: SpendingLine | null; limit: number },
): Promise<SpendingLine[]> {
  return after ? furtherLines(db, { customerId, ...asked, ...after }) : firstLines(db, { customerId, ...asked });
}
