import { maxId } from "@plumbline/contract/fields.ts";
import type { InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { and, desc, lt, type SQL, sql } from "drizzle-orm";
import type { Member } from "../../auth/members.ts";
import type { Db } from "../../database/database.ts";
import {
  containsWords,
  filterValues,
  isChosen,
  isWithinDays,
  londonDay,
  passes,
  type SharedFilters,
} from "../../database/list-filters.ts";
import { isOnPage, numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { partyWordsColumn } from "../profiles/profile-join.ts";
import { invoiceNumberColumn } from "./number-column.ts";
import { givenBackColumn } from "./returned-column.ts";
import { invoices } from "./schema.ts";
import { type InvoiceSummary, invoiceColumns, notDraft, selectInvoices, selectSummaries, visible } from "./store.ts";

type Party = Pick<Member, "id" | "role">;
export type InvoiceFilters = SharedFilters & {
  list?: "drafts" | "sent" | undefined;
  status?: InvoiceStatus | undefined;
  /** The days are of the invoices' creation, as billing lists them, instead of their issue. */
  byCreation?: boolean;
};

const lists = { all: undefined, drafts: sql`${invoices.status} = 'draft'`, sent: notDraft };
type Listed = [viewer: "advisor" | "customer", list: keyof typeof lists];

/** Name and company of the other party as the invoice shows them: those of the day of sending, once it was sent. */
const otherParty = (role: "advisor" | "customer"): SQL => {
  const sent = sql.raw(
    `concat_ws(' ', parties -> '${role}' ->> 'name', parties -> '${role}' -> 'company' ->> 'company_name')`,
  );
  return sql`coalesce(nullif(${sent}, ''), ${partyWordsColumn(invoiceColumns[role])})`;
};

const dayCreated = londonDay(sql`${invoices.createdAt}`);
const listedDay = sql`(case when ${sql.placeholder("byCreation")}::bool then ${dayCreated}
  else coalesce(${invoices.issuedOn}, ${dayCreated}) end)`;

/** The invoices of a list that a member may see and that satisfy the filters. */
function listed(viewer: "advisor" | "customer", list: keyof typeof lists) {
  const words = containsWords(
    invoiceNumberColumn(sql`${invoices.number}`),
    engagementNameColumn(invoiceColumns.engagement),
    otherParty(viewer === "advisor" ? "customer" : "advisor"),
    sql`(select string_agg(l.description, ' ') from invoice_lines l where l.invoice_id = invoices.id)`,
  );
  const filters = passes(isChosen(sql`${invoices.status}`, "status"), isWithinDays(listedDay), words);
  // Drafts are their advisor's alone.
  if (viewer === "customer" && list === "drafts") return sql`false`;
  return and(visible[viewer], lists[list], filters);
}

const readsOf = preparedBy((db, ...[viewer, list]: Listed) => {
  const where = listed(viewer, list);
  const sum = (which = sql`true`, pence = sql`total_pence`) =>
    sql<number>`coalesce(sum(${pence}) filter (where ${which}), 0)::float8`;
  const next = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(where, lt(invoices.id, sql.placeholder("before"))))
    .orderBy(desc(invoices.id))
    .limit(sql.placeholder("limit"));
  const newest = {
    id: invoices.id,
    ids: (more: SQL | undefined) => db.select({ id: invoices.id }).from(invoices).where(and(where, more)).$dynamic(),
    order: [invoices.id],
    descending: true,
  };
  return {
    pages: numberedPages(db, `invoices_for_${viewer}_${list}`, {
      ...newest,
      rows: (isOnPage) => selectInvoices(db, isOnPage).$dynamic(),
    }),
    summaries: numberedPages(db, `invoice_summaries_for_${viewer}_${list}`, {
      ...newest,
      rows: (isOnPage) => selectSummaries(db, viewer, isOnPage).$dynamic(),
    }),
    before: selectSummaries(db, viewer, isOnPage(invoices.id, next))
      .orderBy(desc(invoices.id))
      .prepare(`invoices_for_${viewer}_${list}_before`),
    sums: db
      .select({
        count: sql<number>`count(*)::int`,
        total: sum(),
        paid: sum(sql`status = 'completed'`, sql`total_pence - ${givenBackColumn("invoices")}`),
        unpaid: sum(sql`status in ('sent', 'processing')`),
      })
      .from(invoices)
      .where(where)
      .prepare(`invoice_sums_for_${viewer}_${list}`),
  };
});

function asked({ id: memberId, role }: Party, filters: InvoiceFilters) {
  const choice: Listed = [role === "advisor" ? "advisor" : "customer", filters.list ?? "all"];
  return {
    choice,
    values: {
      memberId,
      byCreation: filters.byCreation ?? false,
      ...filterValues(filters, { status: filters.status }),
    },
  };
}

/** Uses OFFSET because the specification pages by number; a member has few invoices. */
export async function listInvoicesOf(db: Db, member: Party, filters: InvoiceFilters & { page: number; limit: number }) {
  const { choice, values } = asked(member, filters);
  return readsOf(db, ...choice).pages(values, filters.page, filters.limit);
}

/** The same as a line each. */
export async function listSummariesOf(
  db: Db,
  member: Party,
  filters: InvoiceFilters & { page: number; limit: number },
) {
  const { choice, values } = asked(member, filters);
  return readsOf(db, ...choice).summaries(values, filters.page, filters.limit);
}

/** The invoices of a list after one of them, or the first ones; newest first. */
export async function invoicesAfter(
  db: Db,
  member: Party,
  filters: InvoiceFilters,
  { after, limit }: { after: InvoiceSummary | null; limit: number },
): Promise<InvoiceSummary[]> {
  const { choice, values } = asked(member, filters);
  return readsOf(db, ...choice).before.execute({ ...values, before: after?.id ?? maxId, limit });
}

/** How many invoices satisfy the filters, and what they come to in pence. */
export async function invoiceSumsOf(db: Db, member: Party, filters: InvoiceFilters) {
  const { choice, values } = asked(member, filters);
  return oneRow(await readsOf(db, ...choice).sums.execute(values));
}
