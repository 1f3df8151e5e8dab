import { attachableFor, removedAfter, texts, unattachedLimit } from "@plumbline/contract/files/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { type FileRow, filesOf, type NewFile } from "../../files/files.ts";
import { invalid, Problem } from "../../http/problems.ts";
import { findAttached, insertFiles, lockUploadsOf, unattachedOf } from "./store.ts";

/** Throws invalid on `field` when `more` files would exceed the member's quota of unattached uploads. */
async function requireQuota(
  context: Pick<AppContext, "clock">,
  db: Db,
  member: Member,
  field: string,
  more: { files: number; bytes: number },
): Promise<void> {
  const since = new Date(context.clock.now().getTime() - removedAfter);
  const unattached = await unattachedOf(db, member.id, since);
  if (unattached.count + more.files > unattachedLimit.files || unattached.bytes + more.bytes > unattachedLimit.bytes)
    throw invalid({ [field]: [texts.tooManyWaiting] });
}

/** For `handle`: checks the quota before the upload's body is read. */
export const withinQuota = (context: AppContext, field: string) => async (member: Member) =>
  requireQuota(context, context.db, member, field, { files: 1, bytes: 1 });

/**
 * Stores a member's uploads, all or none. The bytes are written before the rows: a killed process can leave bytes
 * without a row, which a job removes, but never a row without bytes. Throws invalid on `field` over the quota.
 */
export async function storeUploads(
  context: AppContext,
  member: Member,
  { purpose, field }: { purpose: FileRow["purpose"]; field: string },
  received: readonly NewFile[],
): Promise<FileRow[]> {
  const createdAt = context.clock.now();
  const bytes = received.reduce((sum, { size }) => sum + size, 0);
  try {
    for (const { key, content } of received) await context.store.write(key, content);
    return await context.db.transaction(async (tx) => {
      await lockUploadsOf(tx, member.id);
      await requireQuota(context, tx, member, field, { files: received.length, bytes });
      const rows = received.map(({ key, name, size, contentType }) => ({
        key,
        name,
        size,
        contentType,
        ownerId: member.id,
        purpose,
        createdAt,
      }));
      return insertFiles(tx, rows);
    });
  } catch (error) {
    // After any other error the commit may have happened, so the bytes stay; a job removes them if it did not.
    if (error instanceof Problem) await Promise.all(received.map(({ key }) => context.store.remove(key)));
    throw error;
  }
}

/** Stores the one file of an upload that takes no more. Throws as `storeUploads` does. */
export async function storeUpload(
  context: AppContext,
  member: Member,
  purpose: { purpose: FileRow["purpose"]; field: string },
  received: NewFile,
): Promise<FileRow> {
  const [kept] = await storeUploads(context, member, purpose, [received]);
  return present(kept, "the stored file");
}

/** The file of an upload that takes one; `receiveFiles` refuses a request without any. */
export const oneOf = <File extends NewFile>(received: readonly File[]): File =>
  present(received[0], "the uploaded file");

/**
 * Those of the files that `ownerId` may attach now: own uploads for this purpose that are attached already or less than
 * a day old. Older ones are about to be removed.
 */
export async function attachableFiles(
  context: Pick<AppContext, "clock">,
  db: Db,
  ownerId: number,
  purpose: FileRow["purpose"],
  fileIds: readonly number[],
): Promise<FileRow[]> {
  const own = (await filesOf(db, fileIds)).filter((file) => file.ownerId === ownerId && file.purpose === purpose);
  const since = context.clock.now().getTime() - attachableFor;
  const old = own.filter(({ createdAt }) => createdAt.getTime() < since).map(({ id }) => id);
  if (old.length === 0) return own;
  const attached = await findAttached(db, old);
  return own.filter(({ id }) => !old.includes(id) || attached.has(id));
}
