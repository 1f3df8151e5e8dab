import { type DisputeState, invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { isBetweenDays, isChosen, passes, type SharedFilters } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { wordsQuery } from "../../database/words.ts";
import { payerColumn, paymentsOfMember } from "../membership/payment-join.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { disputes } from "./schema.ts";

// The disputes of all payments, for staff.

/** How many members that have the words are read, and how many of each one's newest invoices. */
const mostMembers = 100;
const mostOfMember = 200;

const ofNamed = (party: "advisor_id" | "customer_id") => sql`
  select d.id from (${membersNamed("beginnings", mostMembers)}) named
  cross join lateral (select i.id from invoices i where i.${sql.raw(party)} = named.id
    order by i.id desc limit ${sql.raw(String(mostOfMember))}) theirs
  join disputes d on d.invoice_id = theirs.id`;
const named = sql`${disputes.id} = any(array(
  (select d.id from disputes d where d.provider_id = ${sql.placeholder("words")}::text)
  union all (${ofNamed("advisor_id")}) union all (${ofNamed("customer_id")})
  union all (select d.id from (${membersNamed("beginnings", mostMembers)}) named
    cross join lateral (${paymentsOfMember(sql.raw("named.id"), mostOfMember)}) theirs
    join disputes d on d.membership_payment_id = theirs.id)))`;

/** Which index a list is read along (ADR-021): that of words, of a state, or of all disputes. */
type Choice = "words" | "any" | DisputeState;

function along(choice: Choice): SQL | undefined {
  if (choice === "words") return named;
  return choice === "any" ? undefined : eq(disputes.state, choice).inlineParams();
}

const ofInvoice = <T>(column: string) =>
  sql<T | null>`(select i.${sql.raw(column)} from invoices i where i.id = disputes.invoice_id)`;
const customerId = sql<number>`coalesce(${ofInvoice("customer_id")}, ${payerColumn(sql.raw("disputes.membership_payment_id"))})`;

const listing = preparedBy((db, choice: Choice) =>
  db
    .select({
      id: disputes.id,
      state: disputes.state,
      reason: disputes.reason,
      amountPence: disputes.amountPence,
      openedAt: disputes.openedAt,
      closedAt: disputes.closedAt,
      respondBy: disputes.respondBy,
      answeredAt: disputes.answeredAt,
      customerId,
      customer: nameColumn(customerId),
      advisorId: ofInvoice<number>("advisor_id"),
      advisor: nameColumn(ofInvoice<number>("advisor_id")),
      invoiceId: disputes.invoiceId,
      number: ofInvoice<number>("number"),
      providerId: disputes.providerId,
    })
    .from(disputes)
    .where(
      and(
        along(choice),
        isBetweenDays(sql`${disputes.openedAt}`),
        sql`(${disputes.openedAt}, ${disputes.id}) < (${sql.placeholder("beforeAt")}::timestamptz, ${sql.placeholder("beforeId")}::int)`,
        passes(isChosen(sql`${disputes.state}`, "state")),
      ),
    )
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(sql.placeholder("limit"))
    .prepare(`disputes_of_all_${choice}`),
);

const placeOf = preparedOn((db) =>
  db
    .select({ id: disputes.id, openedAt: disputes.openedAt })
    .from(disputes)
    .where(eq(disputes.id, sql.placeholder("id")))
    .prepare("dispute_place"),
);

type Place = { id: number; openedAt: Date };
type DisputeFilters = SharedFilters & { state?: DisputeState | undefined };
export type ListedDisputeRow = Awaited<ReturnType<ReturnType<typeof listing>["execute"]>>[number];

/** Where a dispute stands in the list; null for one that there is not. */
export async function placeOfDispute(db: Db, id: number): Promise<Place | null> {
  return (await placeOf(db).execute({ id }))[0] ?? null;
}

/** Disputes that satisfy the filters, opened last first: after one of them, or the first ones. */
export async function listDisputes(
  db: Db,
  { q, from, to, state }: DisputeFilters,
  { after, limit }: { after: Place | null; limit: number },
): Promise<ListedDisputeRow[]> {
  const query = q ? wordsQuery(q) : null;
  if (q && !query) return [];
  return listing(db, query ? "words" : (state ?? "any")).execute({
    words: q ?? null,
    beginnings: query?.beginnings,
    from: from ?? null,
    to: to ?? null,
    state: state ?? null,
    beforeAt: after?.openedAt.toISOString() ?? "infinity",
    beforeId: after?.id ?? 0,
    limit,
  });
}

const member = sql`${sql.placeholder("memberId")}::int`;
// By the member's own payments, of which there are fewer than open disputes of everybody.
const ofMember = sql`${disputes.id} = any(array(
  (select d.id from invoices i join disputes d on d.invoice_id = i.id where i.customer_id = ${member})
  union all (select d.id from invoices i join disputes d on d.invoice_id = i.id where i.advisor_id = ${member})
  union all (select d.id from (${paymentsOfMember(member, mostOfMember)}) theirs
    join disputes d on d.membership_payment_id = theirs.id)))`;

const openOf = preparedOn((db) =>
  db
    .select({ id: disputes.id, invoiceId: disputes.invoiceId, number: ofInvoice<number>("number") })
    .from(disputes)
    .where(and(ofMember, sql`${disputes.state} in ('open', 'inquiry')`))
    .limit(20)
    .prepare("disputes_open_of_member"),
);

/** Disputes and inquiries about a member's payments, on either side, that the bank has not decided, at most twenty. */
export async function openDisputesOf(db: Db, memberId: number): Promise<{ id: number; label: string; path: string }[]> {
  const rows = await openOf(db).execute({ memberId });
  return rows.map(({ id, invoiceId, number }) => ({
    id,
    label:
      invoiceId === null ? "The dispute about a membership payment" : `The dispute about ${invoiceNumber(number ?? 0)}`,
    path: invoiceId === null ? "/billing" : `/invoices/${invoiceId}`,
  }));
}
