import { and, eq, like, lt, type SQL, sql } from "drizzle-orm";
import { idempotencyKeys as keys } from "../schema.ts";
import type { Db } from "./database.ts";

/** Where a key's row is. `claim` is the run that has it. */
export type KeyId = { scope: string; endpoint: string; keyHash: string };
export type Claimed = KeyId & { claim: string };
export type KeyRow = typeof keys.$inferSelect;

/** A run that has not renewed its claim for so long is dead, in seconds. */
const leaseSeconds = 15;
/** How often a run renews it, in milliseconds. */
export const renewedEvery = 5000;

// Leases are counted by the database's clock: the processes that share it need not agree on the time.
const leaseEnd = sql`now() + ${sql.raw(String(leaseSeconds))} * interval '1 second'`;
const isAt = ({ scope, endpoint, keyHash }: KeyId) =>
  and(eq(keys.scope, scope), eq(keys.endpoint, endpoint), eq(keys.keyHash, keyHash));
const isClaimed = (claimed: Claimed) => and(isAt(claimed), eq(keys.claim, claimed.claim));

/** Claims a key that nobody has used since `forgotten`; false when there is a row of it. */
export async function claimKey(
  db: Db,
  row: Claimed & Pick<KeyRow, "requestHash" | "createdAt">,
  forgotten: Date,
): Promise<boolean> {
  const fresh = { ...row, steps: null, status: null, body: null };
  const claimed = await db
    .insert(keys)
    .values({ ...fresh, leasedUntil: leaseEnd as SQL<Date> })
    .onConflictDoUpdate({
      target: [keys.scope, keys.endpoint, keys.keyHash],
      set: { ...fresh, leasedUntil: leaseEnd },
      setWhere: lt(keys.createdAt, forgotten),
    })
    .returning({ claim: keys.claim });
  return claimed.length > 0;
}

/** The row of a key, and whether a run of it is alive. */
export async function findKey(db: Db, id: KeyId): Promise<(KeyRow & { alive: boolean }) | null> {
  const [found] = await db
    .select({ row: keys, alive: sql<boolean>`${keys.leasedUntil} > now()` })
    .from(keys)
    .where(isAt(id));
  return found ? { ...found.row, alive: found.alive } : null;
}

/** The same request with the same key from another visitor's address since `forgotten`. */
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

/** Takes a key over from a run that is dead; null when somebody else was quicker, or it was alive after all. */
export async function takeOverKey(db: Db, id: Claimed, claim: string): Promise<KeyRow | null> {
  const [row] = await db
    .update(keys)
    .set({ claim, leasedUntil: leaseEnd })
    .where(and(isClaimed(id), sql`${keys.status} is null and ${keys.leasedUntil} <= now()`))
    .returning();
  return row ?? null;
}

/** Says that the run is alive. */
export async function renewKey(db: Db, claimed: Claimed): Promise<void> {
  await db.update(keys).set({ leasedUntil: leaseEnd }).where(isClaimed(claimed));
}

/** Writes what the run's transactions returned, in the last of them; false when another run has taken the key over. */
export async function writeSteps(tx: Db, claimed: Claimed, steps: Buffer): Promise<boolean> {
  const written = await tx.update(keys).set({ steps }).where(isClaimed(claimed)).returning({ claim: keys.claim });
  return written.length > 0;
}

/** Keeps the answer. */
export async function writeAnswer(db: Db, claimed: Claimed, status: number, body: Buffer): Promise<void> {
  await db.update(keys).set({ status, body, steps: null }).where(isClaimed(claimed));
}

/** Lets the next call with the key run: from its start, or on from the steps that are written. */
export async function releaseKey(db: Db, claimed: Claimed, { keep }: { keep: boolean }): Promise<void> {
  if (keep) await db.update(keys).set({ leasedUntil: sql`now()` }).where(isClaimed(claimed));
  else await db.delete(keys).where(isClaimed(claimed));
}

/** Ends the leases of a process that is gone; only where there can be no other process. */
export async function reclaimKeys(db: Db): Promise<void> {
  await db
    .update(keys)
    .set({ leasedUntil: sql`now()` })
    .where(sql`${keys.status} is null and ${keys.leasedUntil} > now()`);
}

/** Forgets keys older than `before`. */
export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await db.delete(keys).where(lt(keys.createdAt, before));
}
