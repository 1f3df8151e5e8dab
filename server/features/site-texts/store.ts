import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { type StoredPicture, siteTextRows } from "./schema.ts";

export type SiteTextRow = typeof siteTextRows.$inferSelect;

const { name, version, title, createdAt } = siteTextRows;
const by = sql<string>`coalesce(${nameColumn(sql.raw("site_texts.edited_by"))}, '')`;

const reads = preparedOn((db) => {
  const named = eq(name, sql.placeholder("name"));
  return {
    newest: db
      .selectDistinctOn([name], { ...getTableColumns(siteTextRows), by })
      .from(siteTextRows)
      .orderBy(name, desc(version))
      .prepare("site_texts_newest"),
    one: db
      .select()
      .from(siteTextRows)
      .where(and(named, eq(version, sql.placeholder("version"))))
      .prepare("site_texts_one"),
    newestOf: db
      .select()
      .from(siteTextRows)
      .where(named)
      .orderBy(desc(version))
      .limit(1)
      .prepare("site_texts_newest_of"),
    versions: db
      .select({ version, title, by, createdAt })
      .from(siteTextRows)
      .where(named)
      .orderBy(desc(version))
      .limit(sql.placeholder("limit"))
      .prepare("site_texts_versions"),
    pictures: db
      .select({ pictures: siteTextRows.pictures })
      .from(siteTextRows)
      .where(and(named, sql`${siteTextRows.fileIds} <> '{}'`))
      .orderBy(desc(version))
      .limit(sql.placeholder("limit"))
      .prepare("site_texts_pictures"),
  };
});

/** The newest version of each text that was ever changed, and who wrote it. */
export const newestTexts = (db: Db): Promise<(SiteTextRow & { by: string })[]> => reads(db).newest.execute();

export async function newestTextOf(db: Db, text: string): Promise<SiteTextRow | undefined> {
  const [row] = await reads(db).newestOf.execute({ name: text });
  return row;
}

export async function findVersion(db: Db, text: string, number: number): Promise<SiteTextRow | undefined> {
  const [row] = await reads(db).one.execute({ name: text, version: number });
  return row;
}

/** The versions of a text without their words, with who wrote them, the newest first. */
export const versionsOf = (db: Db, text: string, limit: number) => reads(db).versions.execute({ name: text, limit });

/** The pictures of a text's newest versions, by id. */
export async function picturesOfText(db: Db, text: string, limit: number): Promise<Map<number, StoredPicture>> {
  const rows = await reads(db).pictures.execute({ name: text, limit });
  return new Map(rows.flatMap(({ pictures }) => pictures.map((picture) => [picture.id, picture] as const)));
}

/** Saves a version; false when there is one of that number already. */
export async function insertVersion(tx: Db, row: typeof siteTextRows.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(siteTextRows).values(row).onConflictDoNothing().returning({ version });
  return inserted.length > 0;
}
