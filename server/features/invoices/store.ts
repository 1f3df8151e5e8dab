import type { Day } from "@plumbline/contract/dates.ts";
import { type InvoiceStatus, type Line, reminderDays } from "@plumbline/contract/invoices/rules.ts";
import { and, eq, getTableColumns, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Member } from "../../auth/members.ts";
import { preparedById } from "../../database/batched-reads.ts";
import { allOf } from "../../database/conditions.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { namedPartyColumn, partyColumn } from "../profiles/party-column.ts";
import { companyColumn, nameColumn } from "../profiles/profile-join.ts";
import { claimedByColumn, claimForColumn } from "./claim-store.ts";
import { disputeColumn, disputeStateColumn } from "./dispute-store.ts";
import { refundsColumn, takenColumn } from "./refund-store.ts";
import { bankReturnedColumn } from "./returned-column.ts";
import { invoiceLines, invoiceNumbers, invoices, type VatSupplier } from "./schema.ts";
import { vatSupplierColumn } from "./vat-supplier-column.ts";

export type InvoiceRow = typeof invoices.$inferSelect;
type Party = Pick<Member, "id" | "role">;

/** SQL condition for the invoices that a member may see: an advisor's own, and those sent to a customer. */
function visibleTo(member: Party): SQL {
  if (member.role === "advisor") return eq(invoices.advisorId, member.id);
  return allOf(eq(invoices.customerId, member.id), ne(invoices.status, "draft"));
}

export async function findInvoiceOf(db: Db, member: Party, id: number): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleTo(member)));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockInvoiceOf(tx: Db, member: Party, id: number): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleTo(member)))
    .for("update");
  return row ?? null;
}

/** Without a permission check: for webhooks, jobs, staff and notifications. */
export async function findInvoice(db: Db, id: number): Promise<InvoiceRow | null> {
  const [row] = await byId(db).found.execute({ id });
  return row ?? null;
}

/** Locks an invoice. Every change of its payments takes this lock first, so that they run one after the other without deadlocks. */
export async function lockInvoice(tx: Db, id: number): Promise<InvoiceRow> {
  return oneRow(await byId(tx).locked.execute({ id }));
}

const byId = preparedOn((db) => {
  const query = () =>
    db
      .select()
      .from(invoices)
      .where(eq(invoices.id, sql.placeholder("id")));
  return { found: query().prepare("invoice_by_id"), locked: query().for("update").prepare("lock_invoice") };
});

const inserting = preparedInsert(invoices, "insert_invoice", (insert) => insert.returning({ id: invoices.id }));

export async function insertInvoice(
  tx: Db,
  invoice: typeof invoices.$inferInsert,
  lines: readonly Line[],
): Promise<number> {
  const { id } = oneRow(await inserting(tx, invoice));
  await insertLines(tx, id, lines);
  return id;
}

/** Replaces a draft's values and lines; returns false without writing when it is no longer a draft. */
export async function writeDraft(
  tx: Db,
  id: number,
  values: Partial<InvoiceRow>,
  lines: readonly Line[],
): Promise<boolean> {
  if (!(await moveInvoice(tx, id, ["draft"], values))) return false;
  await sendAlong(tx, linesOn(tx).remove.execute({ id }));
  await insertLines(tx, id, lines);
  return true;
}

async function insertLines(tx: Db, invoiceId: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line, position) => ({ invoiceId, position, ...line }));
  await sendAlong(tx, tx.insert(invoiceLines).values(rows));
}

const linesOn = preparedOn((db) => {
  const isOfInvoice = eq(invoiceLines.invoiceId, sql.placeholder("id"));
  const { description, quantityHundredths, unitPricePence, amountPence, vatTreatment } = invoiceLines;
  return {
    all: db
      .select({ description, quantityHundredths, unitPricePence, amountPence, vatTreatment })
      .from(invoiceLines)
      .where(isOfInvoice)
      .orderBy(invoiceLines.position)
      .prepare("lines_of_invoice"),
    remove: db.delete(invoiceLines).where(isOfInvoice).prepare("remove_lines_of_invoice"),
  };
});

export async function linesOf(db: Db, id: number): Promise<Line[]> {
  return linesOn(db).all.execute({ id });
}

export async function deleteDraft(tx: Db, id: number): Promise<boolean> {
  await sendAlong(tx, linesOn(tx).remove.execute({ id }));
  const gone = await tx
    .delete(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.status, "draft")))
    .returning({ id: invoices.id });
  return gone.length === 1;
}

const moving = preparedUpdate(invoices, "move_invoice", (update) =>
  update
    .where(
      and(eq(invoices.id, sql.placeholder("which")), sql`${invoices.status} = any(${arrayParameter("from", "text")})`),
    )
    .returning({ id: invoices.id }),
);

/** Writes only if the invoice is still in one of these statuses; false when another request was faster. */
export async function moveInvoice(
  tx: Db,
  id: number,
  from: readonly InvoiceStatus[],
  values: Partial<InvoiceRow>,
): Promise<boolean> {
  return (await moving(tx, { which: id, from }, values)).length === 1;
}

const storingParties = preparedOn((db) => {
  const [advisor, customer] = [namedPartyColumn(invoiceColumns.advisor), namedPartyColumn(invoiceColumns.customer)];
  const supplier = sql`${sql.placeholder("supplier")}::jsonb`;
  return db
    .update(invoices)
    .set({ parties: sql`jsonb_build_object('advisor', ${advisor} || ${supplier}, 'customer', ${customer})` })
    .where(eq(invoices.id, sql.placeholder("id")))
    .prepare("store_parties_of_invoice");
});

/** Stores both parties' current names and addresses on the invoice, and the supplier's of its VAT, which shows them from then on. */
export async function storeParties(tx: Db, id: number, vat: VatSupplier | null): Promise<void> {
  await sendAlong(tx, storingParties(tx).execute({ id, supplier: JSON.stringify(vat ? { vat } : {}) }));
}

const numbering = preparedInsert(invoiceNumbers, "next_invoice_number", (insert) =>
  insert
    .onConflictDoUpdate({ target: invoiceNumbers.advisorId, set: { last: sql`${invoiceNumbers.last} + 1` } })
    .returning(),
);

/** The advisor's next number. The row is locked until the transaction ends, so that a rollback leaves no gap. */
export async function nextNumber(tx: Db, advisorId: number): Promise<number> {
  return oneRow(await numbering(tx, { advisorId, last: 1 })).last;
}

/** Unpaid invoices for which a reminder is due, those that are late the longest first. */
export async function invoicesToRemind(db: Db, today: Day, limit: number): Promise<InvoiceRow[]> {
  const late = reminderDays.map((days) => sql`(${invoices.dueOn} <= ${today}::date - ${days}::int)::int`);
  return db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.status, "sent").inlineParams(),
        lte(invoices.dueOn, sql`${today}::date - ${reminderDays[0]}::int`),
        lt(invoices.remindersSent, sql.join(late, sql` + `)),
      ),
    )
    .orderBy(invoices.dueOn)
    .limit(limit);
}

/** Records that a reminder is being sent; true for exactly one process. */
export async function recordReminder(tx: Db, invoice: InvoiceRow, sent: number): Promise<boolean> {
  const counted = await tx
    .update(invoices)
    .set({ remindersSent: sent })
    .where(
      and(eq(invoices.id, invoice.id), eq(invoices.status, "sent"), eq(invoices.remindersSent, invoice.remindersSent)),
    )
    .returning({ id: invoices.id });
  return counted.length === 1;
}

// Reads for pages: one query returns an invoice with its parties, dispute and lines. --------------------------------

// Raw SQL, because Drizzle would qualify a column inside a subquery with the subquery's own table.
export const invoiceColumns = {
  id: sql.raw("invoices.id"),
  engagement: sql.raw("invoices.engagement_id"),
  advisor: sql.raw("invoices.advisor_id"),
  customer: sql.raw("invoices.customer_id"),
};
const linesColumn = sql<Line[]>`(
  select coalesce(json_agg(json_build_object('description', l.description, 'quantityHundredths', l.quantity_hundredths,
    'unitPricePence', l.unit_price_pence, 'amountPence', l.amount_pence, 'vatTreatment', l.vat_treatment) order by l.position), '[]'::json)
  from invoice_lines l where l.invoice_id = invoices.id)`;
const pageColumns = {
  ...getTableColumns(invoices),
  engagementName: engagementNameColumn(invoiceColumns.engagement),
  advisor: partyColumn(invoiceColumns.advisor, "advisor"),
  customer: partyColumn(invoiceColumns.customer, "customer"),
  dispute: disputeColumn(invoiceColumns.id),
  refunds: refundsColumn(invoiceColumns.id),
  claimFor: claimForColumn,
  claimedBy: claimedByColumn(invoiceColumns.id),
  vatSupplier: vatSupplierColumn,
  lines: linesColumn,
};
export const selectInvoices = (db: Db, where: SQL | undefined) => db.select(pageColumns).from(invoices).where(where);
export type ShownInvoice = Awaited<ReturnType<typeof selectInvoices>>[number];

/** A party's name as of the day of sending, or as it is now for a draft. */
const partyNameColumn = (sent: string, today: SQL) =>
  sql<string>`case when parties is null then ${today} else ${sql.raw(sent)} end`;
/**
 * What one line says of an invoice, in a CSV and in the customer's bills: without parties, refunds, claims and the items of
 * sent invoices, whose look-ups take three quarters of the database's time for the whole row.
 */
const summaryColumns = {
  ...getTableColumns(invoices),
  engagementName: engagementNameColumn(invoiceColumns.engagement),
  advisorName: partyNameColumn("parties -> 'advisor' ->> 'name'", nameColumn(invoiceColumns.advisor)),
  /** The customer's company, or the person's name where there is none. */
  customerName: partyNameColumn(
    "coalesce(parties -> 'customer' -> 'company' ->> 'company_name', parties -> 'customer' ->> 'name')",
    sql`coalesce(${companyColumn(invoiceColumns.customer)}, ${nameColumn(invoiceColumns.customer)})`,
  ),
  dispute: disputeStateColumn(invoiceColumns.id),
  bankReturnedPence: bankReturnedColumn("invoices"),
  vatSupplier: vatSupplierColumn,
  /** Those of a draft, from which its sums are computed. */
  lines: sql<Line[]>`case when invoices.status = 'draft' then ${linesColumn} else '[]'::json end`,
};
/** With what refunds took from the advisor, which only the advisor reads. */
export const selectSummaries = (db: Db, viewer: "advisor" | "customer", where: SQL | undefined) =>
  db
    .select({ ...summaryColumns, taken: viewer === "advisor" ? takenColumn(invoiceColumns.id) : sql<null>`null` })
    .from(invoices)
    .where(where);
export type InvoiceSummary = Awaited<ReturnType<typeof selectSummaries>>[number];

export const notDraft = sql`${invoices.status} <> 'draft'`;
const theirs = {
  advisor: eq(invoices.advisorId, sql.placeholder("memberId")),
  customer: eq(invoices.customerId, sql.placeholder("memberId")),
};
/** Who reads: an advisor their own, a customer those sent to them, staff all but drafts. */
export const visible = { advisor: theirs.advisor, customer: and(theirs.customer, notDraft), staff: notDraft };

const shownById = preparedById<ShownInvoice>(
  (db) => selectInvoices(db, sql`${invoices.id} = any(${arrayParameter("ids", "int")})`).prepare("invoices_shown"),
  ({ id }) => id,
);

/** An invoice that the member may see, by the same rule as `visible`; checked here because a batch serves several members. */
export async function readInvoiceOf(db: Db, member: Party, id: number): Promise<ShownInvoice | null> {
  if (member.role !== "advisor") {
    const sent = await readSentInvoice(db, id);
    return sent?.customerId === member.id ? sent : null;
  }
  const row = await shownById(db, id);
  return row?.advisorId === member.id ? row : null;
}

/** For staff, who see every invoice but drafts. */
export async function readSentInvoice(db: Db, id: number): Promise<ShownInvoice | null> {
  const row = await shownById(db, id);
  return row?.status === "draft" ? null : row;
}
