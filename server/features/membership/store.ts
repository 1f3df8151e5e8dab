import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { memberships, subscriptionAttempts } from "../../schema.ts";

export type MembershipRow = typeof memberships.$inferSelect;
export type AttemptRow = typeof subscriptionAttempts.$inferSelect;

/** A customer's membership as the provider last told it, or null for somebody who never had a card with us. */
export async function findMembership(db: Db, memberId: number): Promise<MembershipRow | null> {
  const [row] = await db.select().from(memberships).where(eq(memberships.memberId, memberId));
  return row ?? null;
}

export async function findMemberOfCustomer(db: Db, providerCustomerId: string): Promise<number | null> {
  const [row] = await db
    .select({ memberId: memberships.memberId })
    .from(memberships)
    .where(eq(memberships.providerCustomerId, providerCustomerId));
  return row?.memberId ?? null;
}

/** Remembers who a member is at the provider; the first one stays. Gives the one that counts. */
export async function keepProviderCustomer(db: Db, memberId: number, customerId: string, now: Date): Promise<string> {
  const [row] = await db
    .insert(memberships)
    .values({ memberId, providerCustomerId: customerId, updatedAt: now })
    .onConflictDoUpdate({
      target: memberships.memberId,
      set: { providerCustomerId: sql`coalesce(${memberships.providerCustomerId}, excluded.provider_customer_id)` },
    })
    .returning({ kept: memberships.providerCustomerId });
  return (row as { kept: string }).kept;
}

/** What the provider has forgotten; the next one takes its place. */
export async function forgetProviderCustomer(db: Db, memberId: number, customerId: string): Promise<void> {
  await db
    .update(memberships)
    .set({ providerCustomerId: null })
    .where(and(eq(memberships.memberId, memberId), eq(memberships.providerCustomerId, customerId)));
}

/**
 * Writes what the provider said over the row that was read before asking it; null when somebody else wrote in between,
 * whose answer may be newer. The moment of writing always moves on, so that it can tell.
 */
export async function writeMembership(
  tx: Db,
  seen: MembershipRow,
  values: Partial<Omit<MembershipRow, "memberId" | "providerCustomerId" | "updatedAt">>,
  now: Date,
): Promise<MembershipRow | null> {
  const updatedAt = new Date(Math.max(now.getTime(), seen.updatedAt.getTime() + 1));
  const [row] = await tx
    .update(memberships)
    .set({ ...values, updatedAt })
    .where(and(eq(memberships.memberId, seen.memberId), eq(memberships.updatedAt, seen.updatedAt)))
    .returning();
  return row ?? null;
}

/** How long an attempt is taken to be under way after its process last said so, in milliseconds. */
const held = 20_000;
const heldFrom = (now: Date) => new Date(now.getTime() + held);

/** Says that an attempt is still being carried through. */
export async function holdAttempt(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(subscriptionAttempts)
    .set({ heldUntil: heldFrom(now) })
    .where(and(eq(subscriptionAttempts.id, id), eq(subscriptionAttempts.outcome, "started")));
}

/** Null when this member has an attempt under way: the index lets one through. */
export async function startAttempt(db: Db, memberId: number, priceId: string, now: Date): Promise<number | null> {
  const [row] = await db
    .insert(subscriptionAttempts)
    .values({ memberId, priceId, createdAt: now, heldUntil: heldFrom(now) })
    .onConflictDoNothing()
    .returning({ id: subscriptionAttempts.id });
  return row?.id ?? null;
}

export async function settleAttempt(db: Db, id: number, outcome: AttemptRow["outcome"]): Promise<void> {
  await db
    .update(subscriptionAttempts)
    .set({ outcome })
    .where(and(eq(subscriptionAttempts.id, id), eq(subscriptionAttempts.outcome, "started")));
}

export async function findOpenAttempt(db: Db, memberId: number): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(subscriptionAttempts)
    .where(and(eq(subscriptionAttempts.memberId, memberId), eq(subscriptionAttempts.outcome, "started")));
  return row ?? null;
}

export async function openAttempts(db: Db): Promise<AttemptRow[]> {
  return db.select().from(subscriptionAttempts).where(eq(subscriptionAttempts.outcome, "started")).limit(200);
}

export async function lateMemberships(db: Db): Promise<MembershipRow[]> {
  return db
    .select()
    .from(memberships)
    .where(and(eq(memberships.status, "past_due"), isNotNull(memberships.pastDueSince)))
    .orderBy(memberships.pastDueSince)
    .limit(200);
}

/** Those whose period is over without the provider having told what came next. */
export async function unheardOf(db: Db, before: Date): Promise<MembershipRow[]> {
  return db
    .select()
    .from(memberships)
    .where(and(inArray(memberships.status, ["active", "trialing"]), lt(memberships.currentPeriodEnd, before)))
    .orderBy(memberships.updatedAt)
    .limit(50);
}
