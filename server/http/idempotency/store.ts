import { and, eq, like, lt, type SQL, sql } from "drizzle-orm";
import { asynchronousCommit } from "../../database/asynchronous-commit.ts";
import type { Db } from "../../database/database.ts";
import { deleteBefore } from "../../database/delete-before.ts";
import { preparedOn } from "../../database/prepared.ts";
import { idempotencyKeys as keys } from "./schema.ts";

/** The primary key of a row; `claim` identifies the run that holds it. */
export type KeyId = { scope: string; endpoint: string; keyHash: string };
export type Claimed = KeyId & { claim: string };
export type KeyRow = typeof keys.$inferSelect;

/** A run that has not renewed its claim for so long is dead, in seconds. */
const leaseSeconds = 15;
/** How often a run renews its lease, in milliseconds. */
export const renewInterval = 5000;

// Leases use the database's clock, so that the processes' clocks need not agree.
const leaseEnd = sql`now() + ${sql.raw(String(leaseSeconds))} * interval '1 second'`;
/** A lease that ends later than any lease can was written before the clock was set back, so it counts as ended. */
const alive = sql`(${keys.leasedUntil} > now() and ${keys.leasedUntil} <= ${leaseEnd})`;
/**
 * The bookkeeping around an action's transaction need not wait for the disk: a claim is there whenever the transaction that
 * followed it is, and after a crash of the server an answer is rebuilt from the recorded steps.
 */
const withoutWaiting = { asynchronousCommit };

const isAt = ({ scope, endpoint, keyHash }: KeyId) =>
  and(eq(keys.scope, scope), eq(keys.endpoint, endpoint), eq(keys.keyHash, keyHash));
const isClaimed = (claimed: Claimed) => and(isAt(claimed), eq(keys.claim, claimed.claim));

const prepared = preparedOn((db) => {
  const { placeholder } = sql;
  const isClaimed = and(
    eq(keys.scope, placeholder("scope")),
    eq(keys.endpoint, placeholder("endpoint")),
    eq(keys.keyHash, placeholder("keyHash")),
    eq(keys.claim, placeholder("claim")),
  );
  return {
    claim: db
      .insert(keys)
      .values({
        scope: placeholder("scope"),
        endpoint: placeholder("endpoint"),
        keyHash: placeholder("keyHash"),
        requestHash: placeholder("requestHash"),
        claim: placeholder("claim"),
        leasedUntil: leaseEnd as SQL<Date>,
        createdAt: placeholder("createdAt"),
      })
      .onConflictDoUpdate({
        target: [keys.scope, keys.endpoint, keys.keyHash],
        set: {
          requestHash: sql`excluded.request_hash`,
          claim: sql`excluded.claim`,
          leasedUntil: leaseEnd,
          steps: null,
          status: null,
          body: null,
          createdAt: sql`excluded.created_at`,
        },
        setWhere: lt(keys.createdAt, placeholder("expiredBefore")),
      })
      .returning({ claim: keys.claim, ...withoutWaiting })
      .prepare("claim_idempotency_key"),
    steps: db
      .update(keys)
      .set({ steps: sql`${placeholder("steps")}` })
      .where(isClaimed)
      .returning({ claim: keys.claim })
      .prepare("write_steps"),
    answer: db
      .update(keys)
      .set({ status: sql`${placeholder("status")}`, body: sql`${placeholder("body")}`, steps: null })
      .where(isClaimed)
      .returning(withoutWaiting)
      .prepare("write_answer"),
  };
});

/** Claims a key that has no row newer than `expiredBefore`; returns false when it has one. */
export async function claimKey(
  db: Db,
  row: Claimed & Pick<KeyRow, "requestHash" | "createdAt">,
  expiredBefore: Date,
): Promise<boolean> {
  const claimed = await prepared(db).claim.execute({ ...row, expiredBefore: expiredBefore.toISOString() });
  return claimed.length > 0;
}

/** The row of a key, and whether a run of it is alive. */
export async function findKey(db: Db, id: KeyId): Promise<(KeyRow & { alive: boolean }) | null> {
  const [found] = await db
    .select({ row: keys, alive: sql<boolean>`${alive}` })
    .from(keys)
    .where(isAt(id));
  return found ? { ...found.row, alive: found.alive } : null;
}

/** The same request with the same key from another visitor's address since `expiredBefore`. */
export async function findVisitorsKey(
  db: Db,
  { endpoint, keyHash, requestHash }: Pick<KeyRow, "endpoint" | "keyHash" | "requestHash">,
  visitors: string,
  forgotten: Date,
): Promise<KeyId | null> {
  const [row] = await db
    .select({ scope: keys.scope, endpoint: keys.endpoint, keyHash: keys.keyHash })
    .from(keys)
    .where(
      and(
        eq(keys.endpoint, endpoint),
        eq(keys.keyHash, keyHash),
        eq(keys.requestHash, requestHash),
        like(keys.scope, `${visitors}%`),
        sql`${keys.createdAt} >= ${forgotten.toISOString()}`,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Takes over the key of a run whose lease has ended; null when another run was faster or the lease was renewed. */
export async function takeOverKey(db: Db, id: Claimed, claim: string): Promise<KeyRow | null> {
  const [row] = await db
    .update(keys)
    .set({ claim, leasedUntil: leaseEnd })
    .where(and(isClaimed(id), sql`${keys.status} is null and not ${alive}`))
    .returning();
  return row ?? null;
}

/** Renews the run's lease. */
export async function renewKey(db: Db, claimed: Claimed): Promise<void> {
  await db.update(keys).set({ leasedUntil: leaseEnd }).where(isClaimed(claimed));
}

/** Records the return values within the transaction; false when another run has taken the key over. */
export async function writeSteps(tx: Db, claimed: Claimed, steps: Buffer): Promise<boolean> {
  const written = await prepared(tx).steps.execute({ ...claimed, steps });
  return written.length > 0;
}

/** Stores the response. */
export async function writeAnswer(db: Db, claimed: Claimed, status: number, body: Buffer): Promise<void> {
  await prepared(db).answer.execute({ ...claimed, status, body });
}

/** Lets the next call with the key run: with `keep` from the recorded steps, otherwise from the start. */
export async function releaseKey(db: Db, claimed: Claimed, { keep }: { keep: boolean }): Promise<void> {
  if (keep) await db.update(keys).set({ leasedUntil: sql`now()` }).where(isClaimed(claimed));
  else await db.delete(keys).where(isClaimed(claimed)).returning(withoutWaiting);
}

/** Ends all leases at the start of the only process that uses the database. */
export async function reclaimKeys(db: Db): Promise<void> {
  await db
    .update(keys)
    .set({ leasedUntil: sql`now()` })
    .where(sql`${keys.status} is null and ${keys.leasedUntil} > now()`);
}

/** Deletes keys older than `before`. */
export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await deleteBefore(db, keys.createdAt, before);
}
