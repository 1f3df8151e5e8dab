import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { countedPage, replacedIn, replacedOne } from "../reference/uses-store.ts";
import { choicesOf, columnsOfOne, columnsOfSeveral, profiles } from "./schema.ts";

// What the reference lists need of profiles: how many have an entry, and to replace one by another.

/** How often each entry is chosen, of up to `limit` profiles after one; `last` is null behind the last of them. */
export const countProfileChoices = (db: Db, after: number, limit: number) =>
  countedPage(
    db,
    sql`select member_id as id, ${choicesOf(profiles)} as choices from profiles
      where member_id > ${after} order by member_id limit ${limit}`,
  );

/** Replaces an entry in at most `limit` profiles; returns their members. */
export async function replaceInProfiles(db: Db, from: number, into: number, limit: number): Promise<number[]> {
  const one = columnsOfOne.map((name) => [name, replacedOne(profiles[name], from, into)]);
  const several = columnsOfSeveral.map((name) => [name, replacedIn(profiles[name], from, into)]);
  const rows = await db
    .update(profiles)
    .set({ ...Object.fromEntries([...one, ...several]), version: sql`${profiles.version} + 1` })
    .where(
      sql`${profiles.memberId} = any(array(
        select member_id from profiles where ${choicesOf(profiles)} @> array[${from}::int] limit ${limit} for update))`,
    )
    .returning({ id: profiles.memberId });
  return rows.map(({ id }) => id);
}
