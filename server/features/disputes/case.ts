import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { notFound } from "../../http/problems.ts";
import { findDisputeById } from "../invoices/dispute-store.ts";
import { lockInvoice } from "../invoices/store.ts";
import { findMembershipPaymentById, lockMembership } from "../membership/payment-store.ts";
import type { DisputedPayment } from "./disputed-payment.ts";
import { invoicePayment } from "./invoice-payment.ts";
import { membershipPayment } from "./membership-payment.ts";

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findDisputeById>>>;
type Subject = { kind: "invoice" | "membership"; id: number };

/** Throws not found. */
export async function requireDispute(db: Db, id: number): Promise<DisputeRow> {
  const dispute = await findDisputeById(db, id);
  if (!dispute) throw notFound();
  return dispute;
}

/** What a dispute's events are about: the invoice, or the member. */
export const subjectOf = ({ invoiceId, payerId }: DisputeRow): Subject =>
  invoiceId === null ? { kind: "membership", id: existing(payerId) } : { kind: "invoice", id: invoiceId };

/** Takes the lock under which a dispute is written. */
export async function lockSubject(tx: Db, { kind, id }: Subject): Promise<void> {
  await (kind === "invoice" ? lockInvoice(tx, id) : lockMembership(tx, id));
}

/** A dispute with the payment that it is about. Throws not found. */
export async function findCase(
  context: AppContext,
  id: number,
): Promise<{ dispute: DisputeRow; payment: DisputedPayment }> {
  const { db } = context;
  const dispute = await requireDispute(db, id);
  if (dispute.membershipPaymentId !== null) {
    const paid = existing(await findMembershipPaymentById(db, dispute.membershipPaymentId));
    return { dispute, payment: membershipPayment(context, paid) };
  }
  return { dispute, payment: invoicePayment(context, existing(dispute.invoice), existing(dispute.paymentId)) };
}
