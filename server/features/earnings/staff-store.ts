import type { Day } from "@plumbline/contract/dates.ts";
import type { PayoutStatus } from "@plumbline/contract/earnings/rules.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { isBetweenDays, isChosen, passes, type SharedFilters } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { wordsQuery } from "../../database/words.ts";
import { invoiceLabelColumn } from "../invoices/invoice-label-column.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { payouts } from "./schema.ts";

// The payouts of all advisors, for staff.

/** How many members that have the words are read, and how many of each one's newest payouts. */
const mostMembers = 100;
const mostOfMember = 100;

const named = sql`${payouts.id} = any(array(
  (select p.id from payouts p where p.provider_id = ${sql.placeholder("words")}::text)
  union all (select theirs.id from (${membersNamed("beginnings", mostMembers)}) named cross join lateral (
    select p.id from payouts p where p.member_id = named.id
    order by p.created_at desc, p.id desc limit ${sql.raw(String(mostOfMember))}) theirs)))`;

/** Which index a list is read along (ADR-021): that of words, of a status, or of all payouts. */
type Choice = "words" | "any" | PayoutStatus;

function along(choice: Choice): SQL | undefined {
  if (choice === "words") return named;
  return choice === "any" ? undefined : eq(payouts.status, choice).inlineParams();
}

/** The invoices whose money a payout carries, also that of earlier payouts which were sent back. */
const carried = sql.raw(`from earnings e where e.payout_id = any(array(
  select payouts.id union all select c.id from payouts c where c.carried_by = payouts.id))`);
type Carried = { count: number; newest: { id: number; number: number }[] };

const listing = preparedBy((db, choice: Choice) =>
  db
    .select({
      id: payouts.id,
      status: payouts.status,
      memberId: payouts.memberId,
      advisor: nameColumn(sql.raw("payouts.member_id")),
      amountPence: payouts.amountPence,
      createdAt: payouts.createdAt,
      arrivesOn: payouts.arrivesOn,
      failure: payouts.failure,
      carriedOn: sql<Day | null>`(select c.arrives_on::text from payouts c where c.id = payouts.carried_by)`,
      automatic: payouts.automatic,
      providerId: payouts.providerId,
      invoices: sql<Carried>`json_build_object('count', (select count(distinct e.invoice_id) ${carried}),
        'newest', (select coalesce(json_agg(${invoiceLabelColumn(sql.raw("n.invoice_id"))} order by n.invoice_id desc), '[]'::json)
          from (select distinct e.invoice_id ${carried} order by e.invoice_id desc limit 5) n))`,
    })
    .from(payouts)
    .where(
      and(
        along(choice),
        isBetweenDays(sql`${payouts.createdAt}`),
        sql`(${payouts.createdAt}, ${payouts.id}) < (${sql.placeholder("beforeAt")}::timestamptz, ${sql.placeholder("beforeId")}::int)`,
        passes(isChosen(sql`${payouts.status}`, "status")),
      ),
    )
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(sql.placeholder("limit"))
    .prepare(`payouts_of_all_${choice}`),
);

const sums = preparedBy((db, by: "words" | "any") => {
  const sum = (...statuses: PayoutStatus[]) =>
    sql<number>`coalesce(sum(amount_pence) filter (where ${sql.raw(`status in (${statuses.map((each) => `'${each}'`).join()})`)}), 0)::float8`;
  return db
    .select({
      count: sql<number>`count(*)::int`,
      paid: sum("paid"),
      underWay: sum("pending", "in_transit"),
      sentBack: sum("failed"),
    })
    .from(payouts)
    .where(and(along(by), isBetweenDays(sql`${payouts.createdAt}`), passes(isChosen(sql`${payouts.status}`, "status"))))
    .prepare(`payouts_of_all_sums_${by}`);
});

const placeOf = preparedOn((db) =>
  db
    .select({ id: payouts.id, createdAt: payouts.createdAt })
    .from(payouts)
    .where(eq(payouts.id, sql.placeholder("id")))
    .prepare("payout_place"),
);

type Place = { id: number; createdAt: Date };
export type AllPayoutsFilters = SharedFilters & { status?: PayoutStatus | undefined };
export type AnyPayout = Awaited<ReturnType<ReturnType<typeof listing>["execute"]>>[number];

/** Where a payout stands in the list; null for one that there is not. */
export async function placeOfPayout(db: Db, id: number): Promise<Place | null> {
  return (await placeOf(db).execute({ id }))[0] ?? null;
}

const valuesOf = ({ q, from, to, status }: AllPayoutsFilters) => ({
  from: from ?? null,
  to: to ?? null,
  status: status ?? null,
  words: q ?? null,
  beginnings: q ? wordsQuery(q)?.beginnings : undefined,
});

/** Payouts of anybody that satisfy the filters, newest first: after one of them, or the first ones. */
export async function listAllPayouts(
  db: Db,
  filters: AllPayoutsFilters,
  { after, limit }: { after: Place | null; limit: number },
): Promise<AnyPayout[]> {
  const values = valuesOf(filters);
  if (filters.q && !values.beginnings) return [];
  return listing(db, filters.q ? "words" : (filters.status ?? "any")).execute({
    ...values,
    beforeAt: after?.createdAt.toISOString() ?? "infinity",
    beforeId: after?.id ?? 0,
    limit,
  });
}

/** How many payouts of anybody satisfy the filters, and what they come to in pence. */
export async function sumAllPayouts(db: Db, filters: AllPayoutsFilters & { from: Day }) {
  const values = valuesOf(filters);
  if (filters.q && !values.beginnings) return { count: 0, paid: 0, underWay: 0, sentBack: 0 };
  return oneRow(await sums(db, filters.q ? "words" : "any").execute(values));
}
