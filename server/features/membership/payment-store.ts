import { and, count, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { members, membershipPayments, memberships, profiles } from "../../schema.ts";
import { hasMembershipDispute, membershipDisputeColumn } from "../invoices/dispute-store.ts";

export type MembershipPaymentRow = typeof membershipPayments.$inferSelect;

export async function findMembershipPayment(db: Db, intentId: string): Promise<MembershipPaymentRow | null> {
  const [row] = await db.select().from(membershipPayments).where(eq(membershipPayments.intentId, intentId));
  return row ?? null;
}

/**
 * Writes what the provider said over what was known before asking it (null for nothing); null when somebody else wrote in
 * between, whose answer may be newer.
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

/** Whoever records something of a member's payments takes this lock first. */
export async function lockMembership(tx: Db, memberId: number): Promise<void> {
  await tx
    .select({ id: memberships.memberId })
    .from(memberships)
    .where(eq(memberships.memberId, memberId))
    .for("update");
}

/** Takes the access of a subscription away, from its next telling on; false when it is not the member's, or was before. */
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
      // Whoever asked the provider before this has read a row that is no longer so.
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

/** Members whose revoked subscription still runs at the provider. */
export async function toBeEnded(db: Db): Promise<number[]> {
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

const its = { id: sql.raw("membership_payments.id") };
const shown = { ...getTableColumns(membershipPayments), dispute: membershipDisputeColumn(its.id) };
const shownPayments = (db: Db, where: SQL | undefined) =>
  db.select(shown).from(membershipPayments).where(where).orderBy(desc(membershipPayments.id));
export type ShownMembershipPayment = Awaited<ReturnType<typeof shownPayments>>[number];

/** A member's payments that were refunded or disputed, newest first. */
export async function concernedPaymentsOf(db: Db, memberId: number): Promise<ShownMembershipPayment[]> {
  return shownPayments(db, eq(membershipPayments.memberId, memberId)).limit(100);
}

/** The same of all members, for staff; the specification's page number forces OFFSET, and there are few. */
export async function pageOfConcernedPayments(db: Db, disputed: boolean, page: number, limit: number) {
  const where = disputed ? hasMembershipDispute(its.id) : undefined;
  const rows = await db
    .select({
      ...shown,
      email: members.email,
      name: profiles.name,
      company: profiles.companyName,
      revoked: sql<boolean>`exists (select 1 from memberships m where m.member_id = membership_payments.member_id
        and m.revoked_subscription_id = membership_payments.subscription_id)`,
    })
    .from(membershipPayments)
    .innerJoin(members, eq(members.id, membershipPayments.memberId))
    .innerJoin(profiles, eq(profiles.memberId, membershipPayments.memberId))
    .where(where)
    .orderBy(desc(membershipPayments.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [total] = await db.select({ count: count() }).from(membershipPayments).where(where);
  return { rows, total: total?.count ?? 0 };
}
