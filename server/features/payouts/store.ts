import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, isAmong } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { payoutAccounts } from "./schema.ts";

export type PayoutAccountRow = typeof payoutAccounts.$inferSelect;

const accountOf = preparedOn((db) =>
  db
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.memberId, sql.placeholder("memberId")))
    .prepare("payout_account_of_member"),
);

/** An advisor's payout account, or null while none is connected. Only a `payable` one may receive payments. */
export async function findPayoutAccount(db: Db, memberId: number): Promise<PayoutAccountRow | null> {
  return (await accountOf(db).execute({ memberId }))[0] ?? null;
}

/** The connected accounts of some members, by member. */
export async function accountsOfMembers(db: Db, memberIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ memberId: payoutAccounts.memberId, accountId: payoutAccounts.accountId })
    .from(payoutAccounts)
    .where(isAmong(payoutAccounts.memberId, memberIds));
  return new Map(rows.map(({ memberId, accountId }) => [memberId, accountId]));
}

export async function findMemberOfAccount(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db
    .select({ memberId: payoutAccounts.memberId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.accountId, accountId));
  return row?.memberId ?? null;
}

/** Whether any account is connected. */
export async function hasPayoutAccounts(db: Db): Promise<boolean> {
  return (await db.select({ memberId: payoutAccounts.memberId }).from(payoutAccounts).limit(1)).length > 0;
}

/**
 * Accounts that cannot be paid yet and were not refreshed since `before`, the longest first, those never refreshed
 * last.
 */
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

/** Payable accounts that the provider has not answered for since `before`, the longest first. */
export async function stalePayableAccounts(db: Db, before: Date): Promise<PayoutAccountRow[]> {
  return db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.payable, true), lt(payoutAccounts.updatedAt, before)))
    .orderBy(payoutAccounts.updatedAt)
    .limit(50);
}

/**
 * Sets the member's account; false when another one can be paid already. Throws a duplicate of `payout_accounts_account`
 * when it belongs to another member.
 */
export async function connectAccount(
  db: Db,
  { memberId, accountId, codeHash }: Pick<PayoutAccountRow, "memberId" | "accountId" | "codeHash">,
  now: Date,
): Promise<boolean> {
  const connected = await db
    .insert(payoutAccounts)
    .values({ memberId, accountId, codeHash, updatedAt: now })
    .onConflictDoUpdate({
      target: payoutAccounts.memberId,
      // Another account starts without the state of the previous one.
      set: {
        accountId,
        codeHash,
        updatedAt: sql`greatest(excluded.updated_at, ${payoutAccounts.updatedAt} + interval '1 millisecond')`,
        askedAt: null,
      },
      setWhere: sql`not ${payoutAccounts.payable} or ${payoutAccounts.accountId} = ${accountId}`,
    })
    .returning({ memberId: payoutAccounts.memberId });
  return connected.length === 1;
}

/**
 * Writes the provider's answer over the row that was read before asking; false when somebody else wrote in between,
 * whose answer may be newer. `updated_at` always grows, so that this can be detected.
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
    .where(asSeen(seen))
    .returning({ memberId: payoutAccounts.memberId });
  return written.length === 1;
}

const asSeen = ({ memberId, accountId, updatedAt }: PayoutAccountRow) =>
  sql`${payoutAccounts.memberId} = ${memberId} and ${payoutAccounts.accountId} = ${accountId}
    and ${payoutAccounts.updatedAt} = ${updatedAt.toISOString()}`;

/**
 * Deletes the row that was read before asking; false when somebody else wrote in between: the same account may have been
 * connected again.
 */
export async function deleteAccount(tx: Db, seen: PayoutAccountRow): Promise<boolean> {
  const gone = await tx.delete(payoutAccounts).where(asSeen(seen)).returning({ memberId: payoutAccounts.memberId });
  return gone.length === 1;
}
