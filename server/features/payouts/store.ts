import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { payoutAccounts } from "../../schema.ts";

export type PayoutAccountRow = typeof payoutAccounts.$inferSelect;

/** Where an advisor is paid, or null while nothing is connected. Only a `payable` one may be the end of a payment. */
export async function findPayoutAccount(db: Db, memberId: number): Promise<PayoutAccountRow | null> {
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.memberId, memberId));
  return row ?? null;
}

export async function findMemberOfAccount(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db
    .select({ memberId: payoutAccounts.memberId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.accountId, accountId));
  return row?.memberId ?? null;
}

/** Those that cannot be paid yet and were not asked after since, the longest first; and those nobody ever asked after. */
export async function unfinishedAccounts(db: Db, before: Date): Promise<PayoutAccountRow[]> {
  return db
    .select()
    .from(payoutAccounts)
    .where(
      and(eq(payoutAccounts.payable, false), or(lt(payoutAccounts.updatedAt, before), isNull(payoutAccounts.askedAt))),
    )
    .orderBy(payoutAccounts.updatedAt)
    .limit(50);
}

/** Those that may be paid and that the provider has told nothing of since `before`, the longest first. */
export async function quietAccounts(db: Db, before: Date): Promise<PayoutAccountRow[]> {
  return db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.payable, true), lt(payoutAccounts.updatedAt, before)))
    .orderBy(payoutAccounts.updatedAt)
    .limit(50);
}

/** The member's account from now on; false when it belongs to another member. */
export async function connectAccount(tx: Db, memberId: number, accountId: string, now: Date): Promise<boolean> {
  const owner = await findMemberOfAccount(tx, accountId);
  if (owner !== null && owner !== memberId) return false;
  await tx
    .insert(payoutAccounts)
    .values({ memberId, accountId, updatedAt: now })
    .onConflictDoUpdate({
      target: payoutAccounts.memberId,
      // Another account starts anew: what was known of the one before says nothing about it.
      set: {
        accountId,
        updatedAt: now,
        askedAt: null,
        payable: sql`${payoutAccounts.payable} and ${payoutAccounts.accountId} = ${accountId}`,
      },
    });
  return true;
}

/**
 * Writes what the provider said over the row that was read before asking it; false when somebody else wrote in between,
 * whose answer may be newer. The moment of writing always moves on, so that it can tell.
 */
export async function writeAccount(
  tx: Db,
  seen: PayoutAccountRow,
  values: Pick<PayoutAccountRow, "payable" | "requirements">,
  now: Date,
): Promise<boolean> {
  const updatedAt = new Date(Math.max(now.getTime(), seen.updatedAt.getTime() + 1));
  const written = await tx
    .update(payoutAccounts)
    .set({ ...values, updatedAt, askedAt: updatedAt })
    .where(sql`${payoutAccounts.memberId} = ${seen.memberId} and ${payoutAccounts.accountId} = ${seen.accountId}
      and ${payoutAccounts.updatedAt} = ${seen.updatedAt.toISOString()}`)
    .returning({ memberId: payoutAccounts.memberId });
  return written.length === 1;
}

export async function forgetAccount(tx: Db, memberId: number, accountId: string): Promise<boolean> {
  const gone = await tx
    .delete(payoutAccounts)
    .where(sql`${payoutAccounts.memberId} = ${memberId} and ${payoutAccounts.accountId} = ${accountId}`)
    .returning({ memberId: payoutAccounts.memberId });
  return gone.length === 1;
}
