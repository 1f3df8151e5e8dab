import { and, eq, lt } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { hashOf, newToken } from "../../platform/members.ts";
import { knownDevices } from "../../schema.ts";

/** Longer than people are away; in milliseconds. */
const unusedFor = 400 * 24 * 3600 * 1000;

/** True when the browser or program that keeps this token has signed in to the account before. */
export async function isKnownDevice(db: Db, token: string, memberId: number): Promise<boolean> {
  const rows = await db
    .select({ memberId: knownDevices.memberId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashOf(token)), eq(knownDevices.memberId, memberId)));
  return rows.length > 0;
}

/**
 * Notes that a device has signed in to an account, and returns its token: the one it showed if that is one of ours, which
 * then stands for all accounts used there, else a new one.
 */
export async function rememberDevice(db: Db, memberId: number, shown: string | null, now: Date): Promise<string> {
  const ours = shown !== null && (await isOurs(db, shown));
  const token = ours ? shown : newToken();
  await db
    .insert(knownDevices)
    .values({ tokenHash: hashOf(token), memberId, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.memberId], set: { lastUsedAt: now } });
  return token;
}

async function isOurs(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .select({ memberId: knownDevices.memberId })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, hashOf(token)))
    .limit(1);
  return rows.length > 0;
}

export async function forgetDevices(db: Db, memberId: number): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.memberId, memberId));
}

export async function deleteOldDevices(db: Db, now: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now.getTime() - unusedFor)));
}
