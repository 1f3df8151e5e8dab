import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { payments } from "../../schema.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** Where paying an invoice stands, in the payer's words. */
export type Standing = {
  status: PaymentRow["status"];
  message: string | null;
  /** Lets the browser answer the provider's challenge; never stored, never logged. */
  clientSecret: string | null;
};

const open = ["started", "requires_action"] as const;

export async function insertPayment(tx: Db, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [row] = await tx.insert(payments).values(payment).returning();
  return row as PaymentRow;
}

export async function findPayment(db: Db, id: number): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row ?? null;
}

/** The one attempt that is under way, if any (payments_one_alive). */
export async function findOpenPayment(db: Db, invoiceId: number): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), inArray(payments.status, [...open])));
  return row ?? null;
}

/** The attempt that paid the invoice. */
export async function findPaid(db: Db, invoiceId: number): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.status, "succeeded")));
  return row ?? null;
}

/** How the latest attempt to pay an invoice ended, or stands; null when nobody has tried. */
export async function standingOf(db: Db, invoiceId: number): Promise<Standing | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId))
    .orderBy(desc(payments.id))
    .limit(1);
  return row ? { status: row.status, message: row.failure, clientSecret: null } : null;
}

/** Keeps the provider's intent as soon as it is known: from then on it alone tells what happened. */
export async function keepIntent(db: Db, id: number, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId })
    .where(and(eq(payments.id, id), isNull(payments.intentId)));
}

/** Writes only where the payment still is in one of these statuses; false when somebody was quicker. */
export async function movePayment(
  tx: Db,
  id: number,
  from: readonly PaymentRow["status"][],
  values: Partial<PaymentRow>,
): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set(values)
    .where(and(eq(payments.id, id), inArray(payments.status, [...from])))
    .returning({ id: payments.id });
  return moved.length === 1;
}

/** Attempts whose outcome is not recorded, those that may have charged first. */
export async function openPayments(db: Db): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(inArray(payments.status, [...open]))
    .orderBy(sql`case ${payments.status} when 'started' then 0 else 1 end`, asc(payments.id))
    .limit(2000);
}

/** Refunds that were asked for and not recorded yet. */
export async function openRefunds(db: Db): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.status, "succeeded"), isNotNull(payments.refundReason)))
    .orderBy(asc(payments.id))
    .limit(50);
}
