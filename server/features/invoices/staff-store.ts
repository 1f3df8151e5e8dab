import type { Day } from "@plumbline/contract/dates.ts";
import { type InvoiceStatus, invoiceNumberIn } from "@plumbline/contract/invoices/rules.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { isChosen, isFromTo, passes, type SharedFilters } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { wordsQuery } from "../../database/words.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { engagementsNamed } from "../engagements/named-join.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { companyColumn, nameColumn } from "../profiles/profile-join.ts";
import { disputeColumn, isDisputed } from "./dispute-store.ts";
import { givenBackColumn } from "./returned-column.ts";
import { invoices } from "./schema.ts";
import { invoiceColumns, notDraft } from "./store.ts";

// The sent invoices of all advisors, for staff.

/** How many titles and members that have the words are read, and how many of each one's newest invoices. */
const mostNamed = 100;
const mostOfEach = 100;

const ofNamed = (named: SQL, column: "engagement_id" | "advisor_id" | "customer_id") => sql`
  select theirs.id from (${named}) named cross join lateral (
    select i.id from invoices i where i.${sql.raw(column)} = named.id
    order by i.id desc limit ${sql.raw(String(mostOfEach))}) theirs`;
const members = membersNamed("beginnings", mostNamed);
const named = sql`${invoices.id} = any(array(
  (${ofNamed(engagementsNamed("beginnings", mostNamed), "engagement_id")})
  union all (${ofNamed(members, "advisor_id")}) union all (${ofNamed(members, "customer_id")})))`;
/** Every advisor has an INV-0001. */
const mostOfNumber = 500;
const numbered = sql`${invoices.id} = any(array(select i.id from invoices i where i.number = ${sql.placeholder("number")}
  order by i.id desc limit ${sql.raw(String(mostOfNumber))}))`;

/**
 * Which index a list is read along (ADR-021): of words, of numbers, of open disputes, of a status, or of all invoices.
 */
type Choice = "words" | "number" | "disputed" | "any" | InvoiceStatus;

function along(choice: Choice): SQL | undefined {
  if (choice === "words") return named;
  if (choice === "number") return numbered;
  if (choice === "disputed") return isDisputed(invoiceColumns.id);
  return choice === "any" ? undefined : eq(invoices.status, choice).inlineParams();
}

const filters = passes(
  isChosen(sql`${invoices.status}`, "status"),
  sql`(${sql.placeholder("number")}::int is null or ${invoices.number} = ${sql.placeholder("number")}::int)`,
  sql`(not ${sql.placeholder("disputed")}::bool or ${isDisputed(invoiceColumns.id)})`,
);

const listing = preparedBy((db, choice: Choice) =>
  db
    .select({
      id: invoices.id,
      number: invoices.number,
      status: invoices.status,
      advisorId: invoices.advisorId,
      advisor: nameColumn(invoiceColumns.advisor),
      customerId: invoices.customerId,
      customer: nameColumn(invoiceColumns.customer),
      companyName: companyColumn(invoiceColumns.customer),
      engagementId: invoices.engagementId,
      engagementName: engagementNameColumn(invoiceColumns.engagement),
      createdAt: invoices.createdAt,
      issuedOn: invoices.issuedOn,
      dueOn: invoices.dueOn,
      totalPence: invoices.totalPence,
      refundedPence: invoices.refundedPence,
      dispute: disputeColumn(invoiceColumns.id),
    })
    .from(invoices)
    .where(
      and(
        // Drafts have no day of issue; this is the condition of the indexes.
        notDraft,
        along(choice),
        isFromTo(sql`${invoices.issuedOn}`),
        sql`(${invoices.issuedOn}, ${invoices.id}) < (${sql.placeholder("beforeDay")}::date, ${sql.placeholder("beforeId")}::int)`,
        filters,
      ),
    )
    .orderBy(desc(invoices.issuedOn), desc(invoices.id))
    .limit(sql.placeholder("limit"))
    .prepare(`invoices_of_all_${choice}`),
);

const sums = preparedBy((db, by: "words" | "number" | "any") => {
  const sum = (pence: SQL, which = "true") =>
    sql<number>`coalesce(sum(${pence}) filter (where ${sql.raw(which)}), 0)::float8`;
  const [total, givenBack] = [sql`total_pence`, givenBackColumn("invoices")];
  return db
    .select({
      count: sql<number>`count(*)::int`,
      total: sum(total),
      paid: sum(sql`${total} - ${givenBack}`, "status in ('completed', 'refunded')"),
      unpaid: sum(total, "status in ('sent', 'processing')"),
      refunded: sum(givenBack),
      withdrawn: sum(total, "status = 'void'"),
    })
    .from(invoices)
    .where(and(notDraft, along(by), isFromTo(sql`${invoices.issuedOn}`), filters))
    .prepare(`invoices_of_all_sums_${by}`);
});

const placeOf = preparedOn((db) =>
  db
    .select({ id: invoices.id, issuedOn: invoices.issuedOn })
    .from(invoices)
    .where(and(eq(invoices.id, sql.placeholder("id")), notDraft))
    .prepare("invoice_place"),
);

type Place = { id: number; issuedOn: Day | null };
export type AllInvoicesFilters = SharedFilters & { status?: InvoiceStatus | undefined; disputed: boolean };
export type AnyInvoice = Awaited<ReturnType<ReturnType<typeof listing>["execute"]>>[number];

/** Where a sent invoice stands in the list; null for one that there is not. */
export async function placeOfInvoice(db: Db, id: number): Promise<Place | null> {
  return (await placeOf(db).execute({ id }))[0] ?? null;
}

/**
 * How the words are looked for, with the parameters of all filters; null when nothing can be found with these words.
 */
function asked({ q, from, to, status, disputed }: AllInvoicesFilters) {
  const named = invoiceNumberIn(q ?? "");
  const beginnings = wordsQuery(named?.others ?? q ?? "")?.beginnings;
  if (q && !named && !beginnings) return null;
  const by: "words" | "number" | "any" = beginnings ? "words" : named ? "number" : "any";
  const values = { from: from ?? null, to: to ?? null, status: status ?? null, disputed, beginnings };
  return { by, values: { ...values, number: named?.number ?? null } };
}

/** Sent invoices of anybody that satisfy the filters, issued last first: after one of them, or the first ones. */
export async function listAllInvoices(
  db: Db,
  filters: AllInvoicesFilters,
  { after, limit }: { after: Place | null; limit: number },
): Promise<AnyInvoice[]> {
  const found = asked(filters);
  if (!found) return [];
  const narrowest = filters.disputed ? "disputed" : (filters.status ?? "any");
  return listing(db, found.by === "any" ? narrowest : found.by).execute({
    ...found.values,
    beforeDay: after?.issuedOn ?? "infinity",
    beforeId: after?.id ?? 0,
    limit,
  });
}

/** How many sent invoices of anybody satisfy the filters, and what they come to in pence. */
export async function sumAllInvoices(db: Db, filters: AllInvoicesFilters & { from: Day }) {
  const found = asked(filters);
  if (!found) return { count: 0, total: 0, paid: 0, unpaid: 0, refunded: 0, withdrawn: 0 };
  return oneRow(await sums(db, found.by).execute(found.values));
}
