import { present } from "@plumbline/contract/present.ts";
import { and, eq, getTableColumns, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Attempt } from "../../cards/cards.ts";
import { preparedById } from "../../database/batched-reads.ts";
import { isBeforeClockJump } from "../../database/clock-jumps.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { isOnPage } from "../../database/numbered-pages.ts";
import { memberships, subscriptionAttempts } from "./schema.ts";

export type MembershipRow = typeof memberships.$inferSelect;
/** `isHeld` while the process that works on it holds its lease. */
export type AttemptRow = typeof subscriptionAttempts.$inferSelect & { isHeld: boolean };

/** A customer's membership as last read from the provider, or null for a member who never saved a card. */
export const findMembership: (db: Db, memberId: number) => Promise<MembershipRow | null> = preparedById(
  (db) =>
    db
      .select()
      .from(memberships)
      .where(sql`${memberships.memberId} = any(${arrayParameter("ids", "int")})`)
      .prepare("memberships_of_members"),
  ({ memberId }) => memberId,
);

export async function findMemberOfCustomer(db: Db, providerCustomerId: string): Promise<number | null> {
  const [row] = await db
    .select({ memberId: memberships.memberId })
    .from(memberships)
    .where(eq(memberships.providerCustomerId, providerCustomerId));
  return row?.memberId ?? null;
}

/** Whether any member has a customer at the provider. */
export async function hasProviderCustomers(db: Db): Promise<boolean> {
  return (await db.select({ memberId: memberships.memberId }).from(memberships).limit(1)).length > 0;
}

/** Stores a member's customer id at the provider unless there already is one; returns the stored id. */
export async function keepProviderCustomer(db: Db, memberId: number, customerId: string, now: Date): Promise<string> {
  const [row] = await db
    .insert(memberships)
    .values({ memberId, providerCustomerId: customerId, updatedAt: now })
    .onConflictDoUpdate({
      target: memberships.memberId,
      set: { providerCustomerId: sql`coalesce(${memberships.providerCustomerId}, excluded.provider_customer_id)` },
    })
    .returning({ kept: memberships.providerCustomerId });
  return present(row?.kept, "the customer's id");
}

/** Removes a customer id that the provider no longer has, so that a new one can be stored. */
export async function deleteProviderCustomer(db: Db, memberId: number, customerId: string): Promise<void> {
  await db
    .update(memberships)
    .set({ providerCustomerId: null })
    .where(and(eq(memberships.memberId, memberId), eq(memberships.providerCustomerId, customerId)));
}

/**
 * Writes the provider's state over the row that was read before calling it. Returns null when another process wrote in
 * between, whose state may be newer; updatedAt increases with every write, so that this is detected.
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

/** How long a process's lease on an attempt lasts. By the database's clock, because those of processes may differ. */
const leaseTime = sql`interval '20 seconds'`;
const leaseEnd = sql`now() + ${leaseTime}`;
const isHeld = sql<boolean>`(${subscriptionAttempts.heldUntil} > now()
  and not ${isBeforeClockJump(sql`${subscriptionAttempts.heldUntil}`, leaseTime)})`;
const attemptColumns = { ...getTableColumns(subscriptionAttempts), isHeld };

/** Extends the lease on an attempt that is in progress; false when it has been settled. */
export async function extendLease(db: Db, id: number): Promise<boolean> {
  const extended = await db
    .update(subscriptionAttempts)
    .set({ heldUntil: leaseEnd })
    .where(and(eq(subscriptionAttempts.id, id), eq(subscriptionAttempts.outcome, "started")))
    .returning({ id: subscriptionAttempts.id });
  return extended.length === 1;
}

/** Null when this member already has an attempt in progress, which the unique index prevents. */
export async function startAttempt(db: Db, memberId: number, priceId: string, now: Date): Promise<Attempt | null> {
  const [row] = await db
    .insert(subscriptionAttempts)
    .values({ memberId, priceId, createdAt: now, heldUntil: leaseEnd })
    .onConflictDoNothing()
    .returning({ id: subscriptionAttempts.id, createdAt: subscriptionAttempts.createdAt });
  return row ?? null;
}

export async function settleAttempt(db: Db, id: number, outcome: AttemptRow["outcome"]): Promise<void> {
  await db
    .update(subscriptionAttempts)
    .set({ outcome })
    .where(and(eq(subscriptionAttempts.id, id), eq(subscriptionAttempts.outcome, "started")));
}

const isStarted = eq(subscriptionAttempts.outcome, "started").inlineParams();

export async function findOpenAttempt(db: Db, memberId: number): Promise<AttemptRow | null> {
  const [row] = await db
    .select(attemptColumns)
    .from(subscriptionAttempts)
    .where(and(eq(subscriptionAttempts.memberId, memberId), isStarted));
  return row ?? null;
}

export async function findOpenPurchases(db: Db): Promise<AttemptRow[]> {
  return db.select(attemptColumns).from(subscriptionAttempts).where(isStarted).limit(200);
}

export async function lateMemberships(db: Db): Promise<MembershipRow[]> {
  return db
    .select()
    .from(memberships)
    .where(and(eq(memberships.status, "past_due").inlineParams(), isNotNull(memberships.pastDueSince)))
    .orderBy(memberships.pastDueSince)
    .limit(200);
}

/** Memberships whose period ended before `before` and whose renewal has not been reported, the least recently written first. */
export async function pastRenewalDate(db: Db, before: Date): Promise<MembershipRow[]> {
  const isRunning = inArray(memberships.status, ["active", "trialing"]).inlineParams();
  const late = db
    .select({ memberId: memberships.memberId })
    .from(memberships)
    .where(and(isRunning, lt(memberships.currentPeriodEnd, before)))
    .orderBy(memberships.currentPeriodEnd)
    .limit(1000);
  return db
    .select()
    .from(memberships)
    .where(isOnPage(memberships.memberId, late))
    .orderBy(memberships.updatedAt)
    .limit(50);
}
