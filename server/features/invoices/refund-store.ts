import {
  type Refundable,
  type RefundedCharge,
  type RefundState,
  refundedPence,
} from "@plumbline/contract/invoices/refunds.ts";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { oneRow } from "../../database/rows.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import type { PaymentRow } from "./payment-store.ts";
import { refunds } from "./schema.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** A refund as JSON: timestamps are strings. */
export type ShownRefund = Pick<RefundRow, "id" | "state" | "amountPence" | "advisorPence" | "feePence" | "reason"> & {
  by: string | null;
  createdAt: string;
  settledAt: string | null;
};

export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert): Promise<RefundRow> {
  return oneRow(await tx.insert(refunds).values(refund).returning());
}

export async function findRefund(db: Db, id: number): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function findRefundByProviderId(db: Db, providerId: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.providerId, providerId));
  return row ?? null;
}

/** All refunds of a payment, oldest first. */
export async function refundsOf(db: Db, paymentId: number, invoiceId: number): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.invoiceId, invoiceId), eq(refunds.paymentId, paymentId)))
    .orderBy(asc(refunds.id));
}

/** Writes only if the refund is still in one of these states; false when another request was faster. */
export async function moveRefund(
  tx: Db,
  id: number,
  from: readonly RefundState[],
  values: Partial<RefundRow>,
): Promise<boolean> {
  const moved = await tx
    .update(refunds)
    .set(values)
    .where(and(eq(refunds.id, id), inArray(refunds.state, [...from])))
    .returning({ id: refunds.id });
  return moved.length === 1;
}

/** Refunds whose outcome is not recorded yet. */
export async function openRefunds(db: Db): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.state, "asked").inlineParams()).orderBy(asc(refunds.id)).limit(50);
}

/** What a payment's refunds have done so far, and what is left of it. */
export function givenBack(payment: PaymentRow, rows: readonly RefundRow[]) {
  const sum = (which: (row: RefundRow) => boolean, pence: (row: RefundRow) => number) =>
    rows.filter(which).reduce((total, row) => total + pence(row), 0);
  const reached = refundedPence(rows);
  const reversed = (row: RefundRow) => row.state !== "refused" && !row.fromHeld;
  const charge: RefundedCharge = {
    totalPence: payment.amountPence,
    feePence: payment.feePence,
    reversedPence: sum(reversed, amountOf),
    feeReturnedPence: sum(reversed, ({ feePence }) => feePence),
  };
  const refundable: Refundable = {
    leftPence: payment.amountPence - reached,
    heldPence: Math.max(0, charge.reversedPence - reached),
  };
  return { charge, refundable, donePence: sum(({ state }) => state === "done", amountOf) };
}

const amountOf = ({ amountPence }: RefundRow) => amountPence;

/** SQL column: an invoice's refunds, oldest first. */
export function refundsColumn(invoiceId: SQL): SQL<ShownRefund[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', r.id, 'state', r.state, 'amountPence', r.amount_pence,
      'advisorPence', r.advisor_pence, 'feePence', r.fee_pence, 'reason', r.reason, 'by', ${nameColumn(sql.raw("r.asked_by"))},
      'createdAt', r.created_at, 'settledAt', r.settled_at) order by r.id), '[]'::json)
    from refunds r where r.invoice_id = ${invoiceId})`;
}

/** SQL column: what refunds took back from the advisor and of our fee, in pence; what a bank sent back to us is still taken. */
export function takenColumn(invoiceId: SQL): SQL<{ advisorPence: number; feePence: number }> {
  return sql`(
    select json_build_object('advisorPence', coalesce(sum(r.advisor_pence), 0), 'feePence', coalesce(sum(r.fee_pence), 0))
    from refunds r where r.invoice_id = ${invoiceId} and r.state in ('done', 'failed'))`;
}
