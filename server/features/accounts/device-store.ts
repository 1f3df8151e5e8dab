import { and, eq } from "drizzle-orm";
import { hashToken, newToken } from "../../auth/members.ts";
import type { Db } from "../../database/database.ts";
import { deleteBefore } from "../../database/delete-before.ts";
import { sendAlong } from "../../database/transaction.ts";
import { knownDevices } from "./schema.ts";

/** How long an unused device is remembered, in milliseconds. */
const maxUnusedTime = 400 * 24 * 3600 * 1000;

/** Whether the client with this token has signed in to the account before. */
export async function isKnownDevice(db: Db, token: string, memberId: number): Promise<boolean> {
  const rows = await db
    .select({ memberId: knownDevices.memberId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashToken(token)), eq(knownDevices.memberId, memberId)));
  return rows.length > 0;
}

/**
 * Records that a device has signed in to an account, and returns its token: the one it sent, if we issued it, else a new
 * one. One token serves all accounts used on a device.
 */
export async function rememberDevice(db: Db, memberId: number, sentToken: string | null, now: Date): Promise<string> {
  const isIssued = sentToken !== null && (await isIssuedToken(db, sentToken));
  const token = isIssued ? sentToken : newToken();
  const remembered = db
    .insert(knownDevices)
    .values({ tokenHash: hashToken(token), memberId, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.memberId], set: { lastUsedAt: now } });
  await sendAlong(db, remembered);
  return token;
}

async function isIssuedToken(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .select({ memberId: knownDevices.memberId })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, hashToken(token)))
    .limit(1);
  return rows.length > 0;
}

export async function deleteDevices(db: Db, memberId: number): Promise<void> {
  await sendAlong(db, db.delete(knownDevices).where(eq(knownDevices.memberId, memberId)));
}

export async function deleteOldDevices(db: Db, now: Date): Promise<void> {
  await deleteBefore(db, knownDevices.lastUsedAt, new Date(now.getTime() - maxUnusedTime));
}
