import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../database/database.ts";

// How the features whose tables hold entries of the reference data count them and replace one by another.

export type CountedPage = { last: number | null; counts: Readonly<Record<string, number>> };

/**
 * How often each entry is among the `choices` of a page of rows, each with its `id`, and the id of the last of them; null for
 * an empty page.
 */
export async function countedPage(db: Db, page: SQL): Promise<CountedPage> {
  const { rows } = await db.execute<{ last: number | null; counts: Record<string, number> | null }>(sql`
    with page as materialized (${page})
    select (select max(id) from page) as last,
      (select json_object_agg(choice, n) from (
        select choice, count(*) as n from page, unnest(page.choices) choice where choice is not null group by choice) counted
      ) as counts`);
  return { last: rows[0]?.last ?? null, counts: rows[0]?.counts ?? {} };
}

/** SQL of a column of several entries with `from` replaced by `into`, which it has once. */
export const replacedIn = (column: PgColumn, from: number, into: number) =>
  sql`case when ${into}::int = any(${column}) then array_remove(${column}, ${from}::int)
    else array_replace(${column}, ${from}::int, ${into}::int) end`;

/** The same of a column of one entry. */
export const replacedOne = (column: PgColumn, from: number, into: number) =>
  sql`case when ${column} = ${from}::int then ${into}::int else ${column} end`;
