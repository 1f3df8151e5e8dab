import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { countedPage } from "../reference/uses-store.ts";
import { engagements } from "./schema.ts";

// What the reference lists need of engagements: how many have a theme, and to replace one by another.

/** How often each theme is chosen, of up to `limit` engagements after one. */
export const countThemes = (db: Db, after: number, limit: number) =>
  countedPage(
    db,
    sql`select id, array[theme_id] as choices from engagements where id > ${after} order by id limit ${limit}`,
  );

/** Replaces a theme in at most `limit` engagements; returns how many. Their versions keep the name they had. */
export async function replaceTheme(db: Db, from: number, into: number, limit: number): Promise<number> {
  const { rowCount } = await db
    .update(engagements)
    .set({ themeId: into })
    .where(
      // Compared as rows, so that the index of theme and id is read in its order, however common the theme is.
      sql`${engagements.id} = any(array(
        select id from engagements where (theme_id, id) > (${from}, 0) and (theme_id, id) < (${from + 1}, 0)
        order by theme_id, id limit ${limit} for update))`,
    );
  return rowCount ?? 0;
}
