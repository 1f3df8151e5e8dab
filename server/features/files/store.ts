import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import type { FileRow } from "../../platform/files.ts";
import { files } from "../../schema.ts";

/**
 * True for a file that nothing shows: it is in no message, in no proposal or an earlier version of one, and is nobody's
 * photo. Only owners attach their files, so their own engagements and profile are looked at.
 */
const unattached: SQL = sql`not exists (
    select from messages m where m.attachment_ids <> '{}' and m.attachment_ids @> array[${files.id}])
  and not exists (
    select from engagements e
    left join engagement_versions v on v.engagement_id = e.id
    where e.advisor_id = ${files.ownerId}
      and (${files.id} = any(e.attachment_ids) or v.terms -> 'attachmentIds' @> to_jsonb(${files.id})))
  and not exists (
    select from profiles p where p.member_id = ${files.ownerId} and ${files.id} in (p.photo_id, p.large_photo_id))`;

/** One upload of a member is recorded at a time, so that two at once cannot pass the quota together. */
export async function lockUploadsOf(tx: Db, ownerId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7261002, ${ownerId})`);
}

/** What waits unattached since `since`; older ones are being removed. */
export async function waitingOf(db: Db, ownerId: number, since: Date): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${files.size}), 0)::bigint` })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), gt(files.createdAt, since), unattached));
  return row ?? { count: 0, bytes: 0 };
}

export async function insertFiles(db: Db, rows: readonly Omit<FileRow, "id">[]): Promise<FileRow[]> {
  return db
    .insert(files)
    .values([...rows])
    .returning();
}

/** Those of the ids that are attached to something. */
export async function attachedAmong(db: Db, fileIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), sql`not (${unattached})`));
  return new Set(rows.map(({ id }) => id));
}

/** Removes up to `most` rows of files that were never attached; gives their keys, whose bytes go next. */
export async function deleteUnattached(db: Db, before: Date, most: number): Promise<string[]> {
  const oldest = db
    .select({ id: files.id })
    .from(files)
    .where(and(lt(files.createdAt, before), unattached))
    .limit(most);
  const rows = await db
    .delete(files)
    .where(and(inArray(files.id, oldest), unattached))
    .returning({ key: files.key });
  return rows.map(({ key }) => key);
}

export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  return new Set(rows.map(({ key }) => key));
}

const prepareVisible = (db: Db) =>
  db
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(
      sql`${files.id} = any(${givenList("ids", "int")}) and (
        ${files.ownerId} = ${sql.placeholder("viewer")}
        or ${files.purpose} = 'photo' and exists (
          select from profiles p where p.member_id = ${files.ownerId} and ${files.id} in (p.photo_id, p.large_photo_id))
        or ${files.purpose} = 'message' and exists (
          select from messages m
          join conversations c on c.id = m.conversation_id
          where m.attachment_ids <> '{}' and m.attachment_ids @> array[${files.id}]
            and ${sql.placeholder("viewer")} in (c.customer_id, c.advisor_id))
        or ${files.purpose} = 'engagement' and exists (
          select from engagements e
          where e.advisor_id = ${files.ownerId} and e.customer_id = ${sql.placeholder("viewer")}
            and ${files.id} = any(e.attachment_ids)))`,
    )
    .prepare("files_visible");
const prepared = new WeakMap<Db, ReturnType<typeof prepareVisible>>();

/** Those of the ids that `viewerId` may see now: own ones, members' photos, files of own conversations and engagements. */
export async function visibleFiles(
  db: Db,
  viewerId: number,
  fileIds: readonly number[],
): Promise<Pick<FileRow, "id" | "name">[]> {
  const visible = prepared.get(db) ?? prepareVisible(db);
  prepared.set(db, visible);
  return visible.execute({ ids: fileIds, viewer: viewerId });
}
