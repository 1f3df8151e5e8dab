import { asc, eq, gt, lt, sql } from "drizzle-orm";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { matchIndexFiles, matchRows } from "./schema.ts";

// What the index in memory is read from.

/** How many rows a page has at most. */
export const pageSize = 1000;

function prepareReads(db: Db) {
  const given = sql.placeholder;
  const { memberId, listed, quality, expertiseAreaIds, industryIds, companySizeIds, changedAt } = matchRows;
  const candidate = { memberId, listed, quality, expertiseAreaIds, industryIds, companySizeIds };
  const page = db
    .select(candidate)
    .from(matchRows)
    .where(gt(memberId, given("after")))
    .orderBy(asc(memberId))
    .limit(pageSize)
    .as("page");
  const row = sql`concat(${page.memberId}, ' ', ${page.quality}, ${page.expertiseAreaIds}, ${page.industryIds}, ${page.companySizeIds})`;
  return {
    // One text and not a thousand objects: parsing those takes most of the time of a load, and most of its memory.
    page: db
      .select({
        count: sql<number>`count(*)::int`,
        last: sql<number>`coalesce(max(${page.memberId}), 0)`,
        rows: sql<string>`coalesce(string_agg(${row}, '') filter (where ${page.listed}), '')`,
      })
      .from(page)
      .prepare("match_rows_page"),
    changed: db
      // The moment as text, which keeps its microseconds: of many rows of one moment each page has other ones.
      .select({ ...candidate, at: sql<string>`${changedAt}::text` })
      .from(matchRows)
      .where(sql`(${changedAt}, ${memberId}) > (${given("at")}::timestamptz, ${given("memberId")}::int)`)
      .orderBy(asc(changedAt), asc(memberId))
      .limit(pageSize)
      .prepare("match_rows_changed"),
    changes: db
      .select({ count: countOf() })
      .from(
        db
          .select({ changedAt })
          .from(matchRows)
          .where(gt(changedAt, given("since")))
          .orderBy(asc(changedAt))
          .limit(given("limit"))
          .as("changes"),
      )
      .prepare("match_rows_changes"),
    file: db
      .select({ id: matchIndexFiles.id })
      .from(matchIndexFiles)
      .where(eq(matchIndexFiles.id, given("id")))
      .prepare("match_index_file"),
  };
}

const readsOf = preparedOn(prepareReads);

export type Page = { count: number; last: number; rows: string };

/**
 * The listed advisors of one page of rows after a member's, as one text in the order of their ids: `12 9{58,60}{38}{33,34}`
 * is member 12 with quality 9, then areas, industries and business sizes. The page is the last when `count` is below
 * `pageSize`; the next one is after `last`.
 */
export async function pageAfter(db: Db, after: number): Promise<Page> {
  return oneRow(await readsOf(db).page.execute({ after }));
}

/**
 * The position up to which the changed rows were read: a moment as ISO 8601 or as PostgreSQL writes it, and the last
 * member of that moment.
 */
export type ChangePosition = { at: string; memberId: number };

/** The rows changed since a position, in the order of their changes, at most `pageSize`; each is the position after it. */
export const changedAfter = (db: Db, position: ChangePosition) => readsOf(db).changed.execute(position);

/** How many rows have changed since a moment; counted up to `limit`. */
export async function countChanges(db: Db, since: Date, limit: number): Promise<number> {
  return oneRow(await readsOf(db).changes.execute({ since, limit })).count;
}

/** Whether a process on this database, as it is now, has written the index file with this id. */
export async function isKnownFile(db: Db, id: string): Promise<boolean> {
  return (await readsOf(db).file.execute({ id })).length > 0;
}

/** Notes the id of an index file, and forgets those written before a moment. */
export async function noteFile(db: Db, id: string, now: Date, forgetBefore: Date): Promise<void> {
  await db.delete(matchIndexFiles).where(lt(matchIndexFiles.writtenAt, forgetBefore));
  await db.insert(matchIndexFiles).values({ id, writtenAt: now });
}
