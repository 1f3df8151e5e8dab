import type { Day } from "@plumbline/contract/dates.ts";
import { type InvoiceStatus, type Line, reminderDays } from "@plumbline/contract/invoices/rules.ts";
import { and, count, desc, eq, getTableColumns, inArray, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import type { Member } from "../../platform/members.ts";
import { invoiceLines, invoiceNumbers, invoices } from "../../schema.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { namedPartyColumn, partyColumn } from "../profiles/party-column.ts";
import { disputeColumn, hasDispute } from "./dispute-store.ts";

export type InvoiceRow = typeof invoices.$inferSelect;
type Party = Pick<Member, "id" | "role">;

/** What a member may see: advisors all of their own, customers what was sent to them; drafts are nobody else's business. */
function visibleTo(member: Party): SQL {
  if (member.role === "advisor") return eq(invoices.advisorId, member.id);
  return and(eq(invoices.customerId, member.id), ne(invoices.status, "draft")) as SQL;
}

export async function findInvoiceOf(db: Db, member: Party, id: number): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleTo(member)));
  return row ?? null;
}

/** The same, held until the transaction ends. */
export async function lockInvoiceOf(tx: Db, member: Party, id: number): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleTo(member)))
    .for("update");
  return row ?? null;
}

/** For the provider, the clock, staff and notices, which are no party. */
export async function findInvoice(db: Db, id: number): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}

/** Whatever touches an invoice's payments takes this lock first, so that two of them see each other and never deadlock. */
export async function lockInvoice(tx: Db, id: number): Promise<InvoiceRow> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
  return row as InvoiceRow;
}

export async function insertInvoice(
  tx: Db,
  invoice: typeof invoices.$inferInsert,
  lines: readonly Line[],
): Promise<number> {
  const [row] = await tx.insert(invoices).values(invoice).returning({ id: invoices.id });
  const { id } = row as { id: number };
  await insertLines(tx, id, lines);
  return id;
}

/** Replaces a draft's lines; writes nothing and gives false when it is no draft any more. */
export async function writeDraft(
  tx: Db,
  id: number,
  values: Partial<InvoiceRow>,
  lines: readonly Line[],
): Promise<boolean> {
  if (!(await moveInvoice(tx, id, ["draft"], values))) return false;
  await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, id));
  await insertLines(tx, id, lines);
  return true;
}

async function insertLines(tx: Db, invoiceId: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(invoiceLines).values(lines.map((line, position) => ({ invoiceId, position, ...line })));
}

export async function linesOf(db: Db, id: number): Promise<Line[]> {
  return db
    .select({
      description: invoiceLines.description,
      quantityHundredths: invoiceLines.quantityHundredths,
      unitPricePence: invoiceLines.unitPricePence,
      amountPence: invoiceLines.amountPence,
    })
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, id))
    .orderBy(invoiceLines.position);
}

export async function deleteDraft(tx: Db, id: number): Promise<boolean> {
  await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, id));
  const gone = await tx
    .delete(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.status, "draft")))
    .returning({ id: invoices.id });
  return gone.length === 1;
}

/** Writes only where the invoice still is in one of these statuses; false when somebody was quicker. */
export async function moveInvoice(
  tx: Db,
  id: number,
  from: readonly InvoiceStatus[],
  values: Partial<InvoiceRow>,
): Promise<boolean> {
  const moved = await tx
    .update(invoices)
    .set(values)
    .where(and(eq(invoices.id, id), inArray(invoices.status, [...from])))
    .returning({ id: invoices.id });
  return moved.length === 1;
}

/** Keeps who both parties are today: from here on the invoice names them so, wherever they move. */
export async function keepParties(tx: Db, id: number): Promise<void> {
  const [advisor, customer] = [namedPartyColumn(its.advisor), namedPartyColumn(its.customer)];
  const parties = sql`jsonb_build_object('advisor', ${advisor}, 'customer', ${customer})`;
  await tx.update(invoices).set({ parties }).where(eq(invoices.id, id));
}

/** The advisor's next number. The row stays locked until the transaction ends, so that a failed sending leaves no gap. */
export async function nextNumber(tx: Db, advisorId: number): Promise<number> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ advisorId, last: 1 })
    .onConflictDoUpdate({ target: invoiceNumbers.advisorId, set: { last: sql`${invoiceNumbers.last} + 1` } })
    .returning();
  return (row as { last: number }).last;
}

/** Unpaid invoices that have had fewer reminders than their age asks for. */
export async function invoicesToRemind(db: Db, today: Day): Promise<InvoiceRow[]> {
  const late = reminderDays.map((days) => sql`(${invoices.dueOn} <= ${today}::date - ${days}::int)::int`);
  return db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.status, "sent"),
        lte(invoices.dueOn, sql`${today}::date - ${reminderDays[0]}::int`),
        lt(invoices.remindersSent, sql.join(late, sql` + `)),
      ),
    )
    .orderBy(invoices.dueOn)
    .limit(200);
}

/** True for exactly one process. */
export async function countReminder(tx: Db, invoice: InvoiceRow, sent: number): Promise<boolean> {
  const counted = await tx
    .update(invoices)
    .set({ remindersSent: sent })
    .where(
      and(eq(invoices.id, invoice.id), eq(invoices.status, "sent"), eq(invoices.remindersSent, invoice.remindersSent)),
    )
    .returning({ id: invoices.id });
  return counted.length === 1;
}

// What pages show: one round trip, however much hangs on an invoice --------------------------------------------------

// Written out, because a column inside a sub-select would be taken for one of the sub-select's own tables.
const its = {
  id: sql.raw("invoices.id"),
  engagement: sql.raw("invoices.engagement_id"),
  advisor: sql.raw("invoices.advisor_id"),
  customer: sql.raw("invoices.customer_id"),
};
const shown = {
  ...getTableColumns(invoices),
  engagementName: engagementNameColumn(its.engagement),
  advisor: partyColumn(its.advisor),
  customer: partyColumn(its.customer),
  dispute: disputeColumn(its.id),
  lines: sql<Line[]>`(
    select coalesce(json_agg(json_build_object('description', l.description, 'quantityHundredths', l.quantity_hundredths,
      'unitPricePence', l.unit_price_pence, 'amountPence', l.amount_pence) order by l.position), '[]'::json)
    from invoice_lines l where l.invoice_id = invoices.id)`,
};
const shownInvoices = (db: Db, where: SQL | undefined) => db.select(shown).from(invoices).where(where);
export type ShownInvoice = Awaited<ReturnType<typeof shownInvoices>>[number];

export async function readInvoiceOf(db: Db, member: Party, id: number): Promise<ShownInvoice | null> {
  const [row] = await shownInvoices(db, and(eq(invoices.id, id), visibleTo(member)));
  return row ?? null;
}

/** For staff: whatever was sent. */
export async function readSentInvoice(db: Db, id: number): Promise<ShownInvoice | null> {
  const [row] = await shownInvoices(db, and(eq(invoices.id, id), ne(invoices.status, "draft")));
  return row ?? null;
}

export type Listing = { list?: "drafts" | "sent" | undefined; page: number; limit: number };

/** The specification's page number forces OFFSET; a member's invoices are few. */
export async function listInvoicesOf(db: Db, member: Party, { list, page, limit }: Listing) {
  const drafts = list && (list === "drafts" ? eq(invoices.status, "draft") : ne(invoices.status, "draft"));
  return pageOf(db, and(visibleTo(member), drafts), page, limit);
}

export type SentListing = { status: InvoiceStatus | undefined; disputed: boolean; page: number; limit: number };

export async function listSentInvoices(db: Db, { status, disputed, page, limit }: SentListing) {
  const of = [status && eq(invoices.status, status), disputed ? hasDispute(its.id, "open") : undefined];
  return pageOf(db, and(ne(invoices.status, "draft"), ...of), page, limit);
}

async function pageOf(db: Db, where: SQL | undefined, page: number, limit: number) {
  const rows = await shownInvoices(db, where)
    .orderBy(desc(invoices.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [total] = await db.select({ count: count() }).from(invoices).where(where);
  return { rows, total: total?.count ?? 0 };
}
