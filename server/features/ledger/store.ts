import type { LedgerKind } from "@plumbline/contract/back-office/ledger.ts";
import type { Day } from "@plumbline/contract/dates.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { type LedgerFilters, ledgerRows, ledgerRowsAfter, ledgerValues } from "./entries-column.ts";

type Amounts = { gross: number; ours: number; theirs: number; paidOut: number };
export type LedgerRow = Amounts & {
  kind: LedgerKind;
  /** In UTC, to the microsecond: the database's moments have no fewer. */
  at: string;
  ref: string;
  customerId: number | null;
  customer: string | null;
  advisorId: number | null;
  advisor: string | null;
  invoiceId: number | null;
  number: number | null;
  providerId: string | null;
};
export type LedgerKey = Pick<LedgerRow, "at" | "kind" | "ref">;

const pageOf = preparedOn((db) =>
  db
    .select({
      it: sql<LedgerRow>`json_build_object('kind', kind, 'ref', ref,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'customerId', customer_id, 'customer', ${nameColumn(sql.raw("m.customer_id"))},
        'advisorId', advisor_id, 'advisor', ${nameColumn(sql.raw("m.advisor_id"))},
        'invoiceId', invoice_id, 'number', number, 'gross', gross, 'ours', ours, 'theirs', theirs, 'paidOut', paid_out,
        'providerId', provider_id)`,
    })
    .from(
      sql`(select * from (${ledgerRowsAfter()}) one order by at desc, kind desc, ref desc limit ${sql.placeholder("limit")}) m`,
    )
    .orderBy(sql`at desc, kind desc, ref desc`)
    .prepare("ledger_page"),
);

/** Movements after a key, or the newest; words search the last 366 days unless days are given. */
export async function ledgerAfter(
  db: Db,
  filters: LedgerFilters,
  { after, limit }: { after: LedgerKey | null; limit: number },
): Promise<LedgerRow[]> {
  const key = { at: after?.at ?? "infinity", afterKind: after?.kind ?? "~", afterRef: after?.ref ?? "" };
  const rows = await pageOf(db).execute({ ...ledgerValues(filters), ...key, limit });
  return rows.map(({ it }) => it);
}

type LedgerSums = { total: LedgerGroup; groups: LedgerGroup[] };
export type LedgerGroup = Amounts & { key: string | null; name: string | null; count: number };

const groupings: Record<"day" | "month" | "member", { rows: SQL; name: SQL; order: SQL }> = {
  day: {
    rows: sql`select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as key, * from l`,
    name: sql`key`,
    order: sql`key desc`,
  },
  month: {
    rows: sql`select to_char(at at time zone 'Europe/London', 'YYYY-MM') as key, * from l`,
    name: sql`key`,
    order: sql`key desc`,
  },
  // A payment stands with both of its parties.
  member: {
    rows: sql`select who::text as key, l.* from l cross join lateral (values (customer_id), (advisor_id)) as side(who)
      where who is not null`,
    name: nameColumn(sql.raw("g.key::int")),
    order: sql`gross + paid_out desc, key`,
  },
};

const amounts = sql.raw(`count(*)::int as count, coalesce(sum(gross), 0)::float8 as gross,
  coalesce(sum(ours), 0)::float8 as ours, coalesce(sum(theirs), 0)::float8 as theirs,
  coalesce(sum(paid_out), 0)::float8 as paid_out`);

const sumsBy = preparedBy((db, by: "day" | "month" | "member") => {
  const { rows, name, order } = groupings[by];
  const built = (key: SQL, named: SQL) =>
    sql`json_build_object('key', ${key}, 'name', ${named}, 'count', count, 'gross', gross, 'ours', ours,
      'theirs', theirs, 'paidOut', paid_out)`;
  return db
    .select({ it: sql<LedgerSums>`it` })
    .from(
      sql`(with l as materialized (${ledgerRows()}),
        g as (select * from (select key, ${amounts} from (${rows}) r group by key) one order by ${order} limit 400)
        select json_build_object(
          'total', (select ${built(sql`null::text`, sql`null::text`)} from (select ${amounts} from l) t),
          'groups', (select coalesce(json_agg(${built(sql.raw("g.key"), name)} order by ${order}), '[]'::json) from g)) as it) s`,
    )
    .prepare(`ledger_sums_by_${by}`);
});

type AskedSums = LedgerFilters & { by: "day" | "month" | "member"; from: Day };

export async function ledgerSums(db: Db, { by, ...filters }: AskedSums) {
  const [row] = await sumsBy(db, by).execute(ledgerValues(filters));
  if (!row) throw new Error("a query without a table returned no row");
  return row.it;
}

const sumsByKind = preparedOn((db) =>
  db
    .select({
      kind: sql<LedgerKind>`kind`,
      gross: sql<number>`sum(gross)::float8`,
      ours: sql<number>`sum(ours)::float8`,
    })
    .from(sql`(${ledgerRows()}) l`)
    .groupBy(sql`kind`)
    .prepare("ledger_sums_by_kind"),
);

/** What moved within the days by kind of movement, in pence. */
export async function ledgerSumsByKind(db: Db, days: { from: Day; to: Day }) {
  return sumsByKind(db).execute(ledgerValues(days));
}
