import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { recoveryCodes, twoStep } from "../../auth/schema.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { sendAlong } from "../../database/transaction.ts";

export type TwoStepRow = typeof twoStep.$inferSelect & { codesLeft: number };

const one = preparedOn((db) =>
  db
    .select({
      memberId: twoStep.memberId,
      secret: twoStep.secret,
      confirmedAt: twoStep.confirmedAt,
      lastStep: twoStep.lastStep,
      createdAt: twoStep.createdAt,
      codesLeft: sql<number>`(select count(*)::int from ${recoveryCodes} c
        where c.member_id = ${sql.placeholder("id")} and c.used_at is null)`,
    })
    .from(twoStep)
    .where(eq(twoStep.memberId, sql.placeholder("id")))
    .prepare("two_step_of"),
);

/** A member's second step, confirmed or only begun; null without one. */
export async function findTwoStep(db: Db, memberId: number): Promise<TwoStepRow | null> {
  return (await one(db).execute({ id: memberId }))[0] ?? null;
}

/** Stores a new secret that is not confirmed; false when a confirmed one is in use. */
export async function insertTwoStep(tx: Db, memberId: number, secret: Buffer, now: Date): Promise<boolean> {
  const stored = await tx
    .insert(twoStep)
    .values({ memberId, secret, createdAt: now })
    .onConflictDoUpdate({
      target: twoStep.memberId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(twoStep.confirmedAt),
    })
    .returning({ id: twoStep.memberId });
  return stored.length === 1;
}

/** Confirms a secret with its first code; false when it is confirmed already, or another was begun. */
export async function confirmTwoStepOf(tx: Db, row: TwoStepRow, step: number, now: Date): Promise<boolean> {
  const confirmed = await tx
    .update(twoStep)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(twoStep.memberId, row.memberId), isNull(twoStep.confirmedAt), eq(twoStep.secret, row.secret)))
    .returning({ id: twoStep.memberId });
  return confirmed.length === 1;
}

/** Uses up the code of a half minute; false when it, or a later one, was used before. */
export async function spendStep(tx: Db, memberId: number, step: number): Promise<boolean> {
  const used = await tx
    .update(twoStep)
    .set({ lastStep: step })
    .where(and(eq(twoStep.memberId, memberId), lt(twoStep.lastStep, step)))
    .returning({ id: twoStep.memberId });
  return used.length === 1;
}

/** Uses up a recovery code; false when the member has no such unused one. */
export async function spendRecoveryCode(tx: Db, memberId: number, codeHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.memberId, memberId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id });
  return used.length === 1;
}

/** Replaces a member's recovery codes. */
export async function replaceRecoveryCodes(tx: Db, memberId: number, hashes: readonly string[]): Promise<void> {
  await sendAlong(tx, tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)));
  await sendAlong(tx, tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ memberId, codeHash }))));
}

/** Forgets a member's second step and its recovery codes; false when there was none that counted. */
export async function deleteTwoStep(tx: Db, memberId: number): Promise<boolean> {
  await sendAlong(tx, tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId)));
  const deleted = await tx.delete(twoStep).where(eq(twoStep.memberId, memberId)).returning();
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}
