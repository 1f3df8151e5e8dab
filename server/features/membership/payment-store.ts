import { and, desc, eq, getTableColumns, notInArray, type SQL, sql } from "drizzle-orm";
import { memberJoin } from "../../auth/member-join.ts";
import type { Db } from "../../database/database.ts";
import { numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { isDisputedMembershipPayment, membershipDisputeColumn } from "../invoices/dispute-store.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import { membershipPayments, membershipRefunds, memberships } from "./schema.ts";

export type MembershipPaymentRow = typeof membershipPayments.$inferSelect;

export async function findMembershipPayment(db: Db, intentId: string): Promise<MembershipPaymentRow | null> {
  const [row] = await db.select().from(membershipPayments).where(eq(membershipPayments.intentId, intentId));
  return row ?? null;
}

export async function findMembershipPaymentById(db: Db, id: number): Promise<MembershipPaymentRow | null> {
  const [row] = await db.select().from(membershipPayments).where(eq(membershipPayments.id, id));
  return row ?? null;
}

/**
 * Writes the provider's state over the row that was read before calling it (`seen`, null for a new one). Returns null when
 * another process wrote in between, whose state may be newer.
 */
export async function writeMembershipPayment(
  tx: Db,
  seen: MembershipPaymentRow | null,
  values: Omit<typeof membershipPayments.$inferInsert, "id" | "updatedAt">,
  now: Date,
): Promise<MembershipPaymentRow | null> {
  if (!seen) {
    const [made] = await tx
      .insert(membershipPayments)
      .values({ ...values, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    return made ?? null;
  }
  const updatedAt = new Date(Math.max(now.getTime(), seen.updatedAt.getTime() + 1));
  const [row] = await tx
    .update(membershipPayments)
    .set({ ...values, updatedAt })
    .where(and(eq(membershipPayments.id, seen.id), eq(membershipPayments.updatedAt, seen.updatedAt)))
    .returning();
  return row ?? null;
}

export type MembershipRefund = Pick<typeof membershipRefunds.$inferSelect, "id" | "amountPence" | "refundedAt">;

/** Replaces the refunds of a payment by all that the provider names now; the caller holds the membership's lock. */
export async function writeMembershipRefunds(tx: Db, payment: MembershipPaymentRow, refunds: MembershipRefund[]) {
  const ids = refunds.map(({ id }) => id);
  await tx
    .delete(membershipRefunds)
    .where(and(eq(membershipRefunds.paymentId, payment.id), notInArray(membershipRefunds.id, ids)));
  if (refunds.length === 0) return;
  const { id: paymentId, memberId } = payment;
  await tx
    .insert(membershipRefunds)
    .values(refunds.map((refund) => ({ ...refund, paymentId, memberId })))
    .onConflictDoNothing();
}

/** Locks a membership; every write of its payments takes this lock first. */
export async function lockMembership(tx: Db, memberId: number): Promise<void> {
  await tx
    .select({ id: memberships.memberId })
    .from(memberships)
    .where(eq(memberships.memberId, memberId))
    .for("update");
}

/** Revokes a subscription's access, from the next refresh on; false when it is not the member's or was already revoked. */
export async function revokeSubscription(
  tx: Db,
  memberId: number,
  subscriptionId: string,
  because: "dispute_lost" | "refunded",
): Promise<boolean> {
  const revoked = await tx
    .update(memberships)
    .set({
      revokedSubscriptionId: subscriptionId,
      revokedBecause: because,
      // Makes concurrent refreshes, which read the row before this write, start again.
      updatedAt: sql`${memberships.updatedAt} + interval '1 millisecond'`,
    })
    .where(
      and(
        eq(memberships.memberId, memberId),
        eq(memberships.subscriptionId, subscriptionId),
        sql`${memberships.revokedSubscriptionId} is distinct from ${subscriptionId}`,
        sql`${memberships.status} in ('active', 'trialing', 'past_due')`,
      ),
    )
    .returning({ memberId: memberships.memberId });
  return revoked.length === 1;
}

/** The ids of members whose revoked subscription is still running at the provider. */
export async function findMembersToEnd(db: Db): Promise<number[]> {
  const rows = await db
    .select({ memberId: memberships.memberId })
    .from(memberships)
    .where(
      and(
        eq(memberships.revokedSubscriptionId, memberships.subscriptionId),
        sql`${memberships.status} not in ('canceled', 'incomplete_expired')`,
      ),
    )
    .limit(200);
  return rows.map(({ memberId }) => memberId);
}

const paymentColumns = { id: sql.raw("membership_payments.id") };
const shown = { ...getTableColumns(membershipPayments), dispute: membershipDisputeColumn(paymentColumns.id) };
const shownPayments = (db: Db, where: SQL | undefined) =>
  db.select(shown).from(membershipPayments).where(where).orderBy(desc(membershipPayments.id));
export type ShownMembershipPayment = Awaited<ReturnType<typeof shownPayments>>[number];

const paymentsOfMember = preparedOn((db) =>
  shownPayments(db, eq(membershipPayments.memberId, sql.placeholder("memberId")))
    .limit(100)
    .prepare("membership_payments_of_member"),
);

/** A member's payments that were refunded or disputed, newest first. */
export async function refundedOrDisputedPaymentsOf(db: Db, memberId: number): Promise<ShownMembershipPayment[]> {
  return paymentsOfMember(db).execute({ memberId });
}

const refundedOrDisputedPages = preparedBy((db, which: "all" | "disputed") => {
  const { id, memberId } = membershipPayments;
  const where = which === "disputed" ? isDisputedMembershipPayment(paymentColumns.id) : undefined;
  const [member, profile] = [memberJoin(), profileJoin()];
  const revoked = sql<boolean>`exists (select 1 from memberships m where m.member_id = membership_payments.member_id
    and m.revoked_subscription_id = membership_payments.subscription_id)`;
  const { email } = member.columns;
  const { name, companyName: company } = profile.columns;
  const payments = () =>
    db
      .select({ ...shown, email, name, company, revoked })
      .from(membershipPayments)
      .$dynamic();
  return numberedPages(db, `membership_payments_${which}`, {
    id,
    ids: (more) => db.select({ id }).from(membershipPayments).where(and(where, more)).$dynamic(),
    order: [id],
    descending: true,
    rows: (isOnPage) => profile.join(member.join(payments(), memberId), memberId).where(isOnPage),
  });
});

/** The same for all members, for staff, by page number as the specification's lists. */
export const pageOfRefundedOrDisputed = (db: Db, which: "all" | "disputed", page: number, limit: number) =>
  refundedOrDisputedPages(db, which)({}, page, limit);
