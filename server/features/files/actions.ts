import { attachableFor, mostWaiting, removedAfter, texts } from "@plumbline/contract/files/rules.ts";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { type FileRow, filesOf, type ReceivedFile } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { invalid, Problem } from "../../platform/problems.ts";
import { attachedAmong, insertFiles, lockUploadsOf, waitingOf } from "./store.ts";

/** Throws invalid on `field` when `files` more of `bytes` together would be over the member's quota. */
async function requireRoom(
  house: Pick<House, "clock">,
  db: Db,
  member: Member,
  field: string,
  more: { files: number; bytes: number },
): Promise<void> {
  const since = new Date(house.clock.now().getTime() - removedAfter);
  const waiting = await waitingOf(db, member.id, since);
  if (waiting.count + more.files > mostWaiting.files || waiting.bytes + more.bytes > mostWaiting.bytes)
    throw invalid({ [field]: [texts.tooManyWaiting] });
}

/** For `handle`: whoever has no room left is told before the bytes travel. */
export const whileThereIsRoom = (house: House, field: string) => async (member: Member) =>
  requireRoom(house, house.db, member, field, { files: 1, bytes: 1 });

/**
 * Keeps what a member has uploaded, all of it or nothing. The bytes are written first: what a killed process leaves behind is
 * bytes without a row, which a job removes, and never a row without bytes. Throws invalid on `field` over the quota.
 */
export async function keepUploads(
  house: House,
  member: Member,
  { purpose, field }: { purpose: FileRow["purpose"]; field: string },
  received: readonly ReceivedFile[],
): Promise<FileRow[]> {
  const createdAt = house.clock.now();
  const bytes = received.reduce((sum, { size }) => sum + size, 0);
  try {
    for (const { key, path } of received) await house.store.write(key, path);
    return await house.db.transaction(async (tx) => {
      await lockUploadsOf(tx, member.id);
      await requireRoom(house, tx, member, field, { files: received.length, bytes });
      const rows = received.map(({ path: _, ...file }) => ({ ...file, ownerId: member.id, purpose, createdAt }));
      return insertFiles(tx, rows);
    });
  } catch (error) {
    // Whether a commit that failed otherwise has happened is not known: the job finds out.
    if (error instanceof Problem) await Promise.all(received.map(({ key }) => house.store.remove(key)));
    throw error;
  }
}

/**
 * Those of the files that `ownerId` may attach now: own uploads for this purpose that are attached already or arrived within
 * a day. Others are about to be removed.
 */
export async function attachableFiles(
  house: Pick<House, "clock">,
  db: Db,
  ownerId: number,
  purpose: FileRow["purpose"],
  fileIds: readonly number[],
): Promise<FileRow[]> {
  const own = (await filesOf(db, fileIds)).filter((file) => file.ownerId === ownerId && file.purpose === purpose);
  const young = house.clock.now().getTime() - attachableFor;
  const old = own.filter(({ createdAt }) => createdAt.getTime() < young).map(({ id }) => id);
  if (old.length === 0) return own;
  const attached = await attachedAmong(db, old);
  return own.filter(({ id }) => !old.includes(id) || attached.has(id));
}
