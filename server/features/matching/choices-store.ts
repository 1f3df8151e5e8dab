import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { countedPage, replacedIn, replacedOne } from "../reference/uses-store.ts";
import { preferences, wantedOf } from "./schema.ts";

// What the reference lists need of searches: how many name an entry, and to replace one by another.

/** How often each entry is wanted, of up to `limit` searches after a member's. */
export const countWantedChoices = (db: Db, after: number, limit: number) =>
  countedPage(
    db,
    sql`select member_id as id, ${wantedOf(preferences)} as choices from preferences
      where member_id > ${after} order by member_id limit ${limit}`,
  );

/** Replaces an entry in at most `limit` searches; returns how many. */
export async function replaceInSearches(db: Db, from: number, into: number, limit: number): Promise<number> {
  const { rowCount } = await db
    .update(preferences)
    .set({
      industryId: replacedOne(preferences.industryId, from, into),
      companySizeId: replacedOne(preferences.companySizeId, from, into),
      expertiseAreaIds: replacedIn(preferences.expertiseAreaIds, from, into),
    })
    .where(
      sql`${preferences.memberId} = any(array(
        select member_id from preferences where ${wantedOf(preferences)} @> array[${from}::int] limit ${limit} for update))`,
    );
  return rowCount ?? 0;
}
