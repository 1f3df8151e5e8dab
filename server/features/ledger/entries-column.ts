import type { LedgerKind } from "@plumbline/contract/back-office/ledger.ts";
import { type SQL, sql } from "drizzle-orm";
import {
  containsWords,
  filterValues,
  isBetweenDays,
  isChosen,
  passes,
  type SharedFilters,
} from "../../database/list-filters.ts";
import { invoiceNumberColumn } from "../invoices/number-column.ts";
import { partyWordsColumn } from "../profiles/profile-join.ts";

/** One kind of movement: where its rows are, and what each moved, in pence. */
type Source = {
  kind: LedgerKind;
  from: string;
  /** The moment and the unique id, which an index has in this order; the id is a number unless it is the provider's text. */
  at: string;
  id: string;
  hasTextId?: true;
  where: string;
  customer: string;
  advisor: string;
  invoice?: string;
  number?: string;
  gross: string;
  ours: string;
  theirs: string;
  paidOut?: string;
  provider: string;
};

// Looked up row by row: joined as tables, the planner reads the whole of them for the sums of a few days.
const ofId = (table: string, id: string, as: string) =>
  `left join lateral (select * from ${table} where ${table}.id = ${id} offset 0) ${as} on true`;
const refund = `refunds r ${ofId("invoices", "r.invoice_id", "i")}`;
const dispute = `disputes d ${ofId("invoices", "d.invoice_id", "i")}
  ${ofId("membership_payments", "d.membership_payment_id", "mp")}`;
const ofInvoice = { customer: "i.customer_id", advisor: "i.advisor_id", invoice: "i.id", number: "i.number" };
const ofDispute = { ...ofInvoice, customer: "coalesce(i.customer_id, mp.member_id)", provider: "d.provider_id" };

const sources: readonly Source[] = [
  {
    ...{ kind: "payment", from: "invoices i", at: "i.paid_at", id: "i.id", ...ofInvoice },
    where: "i.paid_at is not null and i.status in ('completed', 'refunded')",
    ...{ gross: "i.total_pence", ours: "coalesce(i.fee_pence, 0)", theirs: "i.total_pence - coalesce(i.fee_pence, 0)" },
    provider: `(select p.intent_id from payments p where p.invoice_id = i.id and p.status in ('succeeded', 'refunded')
      order by p.id limit 1)`,
  },
  {
    ...{ kind: "refund", from: refund, at: "r.settled_at", id: "r.id", ...ofInvoice },
    where: "r.state = 'done' and r.settled_at is not null",
    ...{ gross: "-r.amount_pence", ours: "r.advisor_pence - r.amount_pence", theirs: "-r.advisor_pence" },
    provider: "r.provider_id",
  },
  {
    // What it took from the advisor is with us until it is given out again.
    ...{ kind: "refund_returned", from: refund, at: "r.settled_at", id: "r.id", ...ofInvoice },
    where: "r.state = 'failed' and r.settled_at is not null",
    ...{ gross: "0", ours: "r.advisor_pence", theirs: "-r.advisor_pence", provider: "r.provider_id" },
  },
  {
    ...{ kind: "membership", from: "membership_bills b", at: "b.billed_at", id: "b.id", hasTextId: true },
    where: "b.status = 'paid' and b.total_pence > 0",
    ...{ customer: "b.member_id", advisor: "null", gross: "b.total_pence", ours: "b.total_pence", theirs: "0" },
    provider: "b.id",
  },
  {
    ...{ kind: "membership_refund", from: "membership_refunds mr", at: "mr.refunded_at", id: "mr.id", hasTextId: true },
    where: "true",
    ...{ customer: "mr.member_id", advisor: "null", gross: "-mr.amount_pence", ours: "-mr.amount_pence", theirs: "0" },
    provider: "mr.id",
  },
  {
    // The provider takes it from our balance; the advisor keeps theirs (ADR-013).
    ...{ kind: "dispute", from: dispute, at: "d.opened_at", id: "d.id", ...ofDispute },
    where: "d.state in ('open', 'won', 'lost')",
    ...{ gross: "-d.amount_pence", ours: "-d.amount_pence", theirs: "0" },
  },
  {
    ...{ kind: "dispute_won", from: dispute, at: "d.closed_at", id: "d.id", ...ofDispute },
    where: "d.state = 'won' and d.closed_at is not null",
    ...{ gross: "d.amount_pence", ours: "d.amount_pence", theirs: "0" },
  },
  {
    ...{ kind: "payout", from: "payouts po", at: "po.created_at", id: "po.id" },
    where: "po.status in ('pending', 'in_transit', 'paid')",
    ...{ customer: "null", advisor: "po.member_id", gross: "0", ours: "0", theirs: "0", paidOut: "po.amount_pence" },
    provider: "po.provider_id",
  },
];

/** The columns of one source's rows, within the days and for the filters; `more` is a further condition. */
function rowsOf(source: Source, more: SQL, rest: SQL): SQL {
  const { kind, from, at, where, customer, advisor, invoice = "null", number = "null", provider } = source;
  const raw = (text: string) => sql.raw(text);
  const words = containsWords(
    partyWordsColumn(raw(customer)),
    partyWordsColumn(raw(advisor)),
    invoiceNumberColumn(raw(`(${number})`)),
    raw(provider),
  );
  const member = sql`(${sql.placeholder("member")}::int is null
    or ${sql.placeholder("member")}::int in (${raw(customer)}, ${raw(advisor)}))`;
  return sql`(select '${raw(kind)}' as kind, ${raw(at)} as at, ${raw(refOf(source))} as ref, ${raw(customer)}::int as customer_id,
      ${raw(advisor)}::int as advisor_id, ${raw(invoice)}::int as invoice_id, ${raw(number)}::int as number,
      (${raw(source.gross)})::bigint as gross, (${raw(source.ours)})::bigint as ours, (${raw(source.theirs)})::bigint as theirs,
      (${raw(source.paidOut ?? "0")})::bigint as paid_out, ${raw(provider)} as provider_id
    from ${raw(from)}
    where ${raw(where)}
      and ${isChosen(sql`'${raw(kind)}'`, "kind")}
      and ${isBetweenDays(raw(at))}
      and ${more} and ${passes(member, words)} ${rest})`;
}

// Numbers are padded, so that their order as text, which the key has, is that of the index.
const refOf = ({ id, hasTextId }: Source) => (hasTextId ? id : `lpad(${id}::text, 12, '0')`);

/** All movements of some kinds within the days and for the filters; without an order or a limit. */
const rowsOfKinds = (some: readonly Source[]): SQL =>
  sql.join(
    some.map((source) => rowsOf(source, sql`true`, sql``)),
    sql` union all `,
  );

/** All movements within the days and for the filters; without an order or a limit. */
export const ledgerRows = (): SQL => rowsOfKinds(sources);

/** In pence: what invoices were paid, our part of it, and what memberships were paid. */
export type Income = { paid: number; commission: number; membership: number };

/** SQL column: the income within the days of a query that is given `ledgerValues`. */
export function incomeColumn(): SQL<Income> {
  const rows = rowsOfKinds(sources.filter(({ kind }) => kind === "payment" || kind === "membership"));
  return sql`(
    select json_build_object('paid', coalesce(sum(gross) filter (where kind = 'payment'), 0),
      'commission', coalesce(sum(ours) filter (where kind = 'payment'), 0),
      'membership', coalesce(sum(gross) filter (where kind = 'membership'), 0))
    from (${rows}) l)`;
}

export type LedgerFilters = SharedFilters & { kind?: LedgerKind | undefined; member?: number | undefined };

/** The values of the parameters that these rows have. */
export const ledgerValues = ({ kind, member, ...shared }: LedgerFilters) => filterValues(shared, { kind, member });

/** The newest of them after a key, `limit` of each kind: the first `limit` of all are among these. */
export function ledgerRowsAfter(): SQL {
  const [at, kind, ref] = ["at", "afterKind", "afterRef"].map((name) => sql.placeholder(name));
  return sql.join(
    sources.map((source) => {
      const [moment, id] = [sql.raw(source.at), sql.raw(source.id)];
      const key = sql`(${moment}, '${sql.raw(source.kind)}'::text, ${sql.raw(refOf(source))})`;
      const after = sql`${moment} <= ${at}::timestamptz and ${key} < (${at}::timestamptz, ${kind}::text, ${ref}::text)`;
      return rowsOf(source, after, sql`order by ${moment} desc, ${id} desc limit ${sql.placeholder("limit")}`);
    }),
    sql` union all `,
  );
}
