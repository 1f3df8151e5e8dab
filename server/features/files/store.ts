import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { arrayParameter, type Db, isAmong } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import type { FileRow } from "../../files/files.ts";
import { files } from "../../files/schema.ts";
import { isInDisputeAnswer } from "../disputes/attached-column.ts";
import { isInProposalOf, isInProposalTo } from "../engagements/attached-column.ts";
import { isInMessage, isInMessageOf } from "../messages/attached-column.ts";
import { isPhotoOf } from "../profiles/profile-join.ts";
import { isEvidenceAbout, isInSanction } from "../sanctions/attached-column.ts";
import { isInSiteText } from "../site-texts/attached-column.ts";

const [fileId, ownerId] = [sql`${files.id}`, sql`${files.ownerId}`];
/**
 * SQL condition: the file is in use nowhere. Only owners attach their files, so only their own proposals and profile are
 * looked at.
 */
const unattached: SQL = sql`not ${isInMessage(fileId)}
  and not ${isInProposalOf(fileId, ownerId)}
  and not ${isPhotoOf(fileId, ownerId)}
  and not ${isInSanction(fileId)}
  and not ${isInDisputeAnswer(fileId)}
  and not ${isInSiteText(fileId)}`;

/** Serialises the recording of a member's uploads, so that two at once cannot exceed the quota together. */
export async function lockUploadsOf(tx: Db, ownerId: number): Promise<void> {
  await sendAlong(tx, tx.execute(sql`select pg_advisory_xact_lock(7261002, ${ownerId})`));
}

/** Number and size of the unattached uploads since `since`; older ones are being removed. */
export async function unattachedOf(db: Db, ownerId: number, since: Date): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${files.size}), 0)::bigint` })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), gt(files.createdAt, since), unattached));
  return row ?? { count: 0, bytes: 0 };
}

export async function insertFiles(db: Db, rows: readonly Omit<FileRow, "id" | "attached">[]): Promise<FileRow[]> {
  return db
    .insert(files)
    .values([...rows])
    .returning();
}

/** Those of the ids that are attached to something. */
export async function findAttached(db: Db, fileIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(isAmong(files.id, fileIds), sql`not (${unattached})`));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Looks at up to `most` files that are not marked as attached, oldest first: marks those that are attached and deletes the
 * rows of all others. Returns how many it looked at, and the keys of the deleted ones, whose bytes the caller removes.
 */
export async function deleteUnattached(
  db: Db,
  before: Date,
  most: number,
): Promise<{ checked: number; keys: string[] }> {
  const { rows } = await db.execute<{ checked: number; keys: string[] }>(sql`
    with old as (
      select id from files where not attached and created_at < ${before.toISOString()} order by created_at limit ${most}
    ), marked as (
      update files set attached = true where id = any(array(select id from old)) and not (${unattached})
    ), deleted as (
      delete from files where id = any(array(select id from old)) and ${unattached} returning key
    )
    select (select count(*) from old)::int as checked, array(select key from deleted) as keys`);
  return oneRow(rows);
}

/** Lets the job for unattached files look again at a member's photos, because they are about to be replaced. */
export async function unmarkPhotosOf(tx: Db, ownerId: number): Promise<void> {
  const isTheirPhoto = and(eq(files.ownerId, ownerId), eq(files.purpose, "photo"), files.attached);
  await sendAlong(tx, tx.update(files).set({ attached: false }).where(isTheirPhoto));
}

export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ key: files.key }).from(files).where(isAmong(files.key, keys));
  return new Set(rows.map(({ key }) => key));
}

const viewer = sql`${sql.placeholder("viewer")}`;
const prepareVisible = (db: Db) =>
  db
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(
      sql`${files.id} = any(${arrayParameter("ids", "int")}) and (
        ${files.ownerId} = ${viewer}
        or ${files.purpose} = 'photo' and ${isPhotoOf(fileId, ownerId)}
        or ${files.purpose} = 'message' and ${isInMessageOf(fileId, viewer)}
        or ${files.purpose} = 'evidence' and ${isEvidenceAbout(fileId, viewer)}
        or ${files.purpose} = 'engagement' and ${isInProposalTo(viewer, fileId, ownerId)})`,
    )
    .prepare("files_visible");
const visibleOf = preparedOn(prepareVisible);

/**
 * Those of the ids that `viewerId` may see now: own files, members' photos, files of own conversations and engagements, and
 * the evidence of decisions about oneself.
 */
export async function visibleFiles(
  db: Db,
  viewerId: number,
  fileIds: readonly number[],
): Promise<Pick<FileRow, "id" | "name">[]> {
  const visible = visibleOf(db);
  return visible.execute({ ids: fileIds, viewer: viewerId });
}
