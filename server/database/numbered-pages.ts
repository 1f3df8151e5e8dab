import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";

// Lists that the specification pages by number (ADR-021); all others are paged by key.

/** So many rows are counted for each request; counting all would take longer the more there are. */
const countedEachTime = 1000;
/** How long a larger total is remembered, in milliseconds. */
const rememberedFor = 10_000;
const maxRemembered = 1000;

/**
 * A condition: the row is on the page whose ids `page` selects, with its order, limit and offset. The generic plan of a
 * statement expects an unknown limit to be a tenth of the table, so the ids come first and the joins are for a few rows.
 */
export const isOnPage = (id: PgColumn, page: SQLWrapper): SQL => sql`${id} = any(array${page})`;

type NumberedList<Rows extends PgSelect> = {
  id: PgColumn;
  /** Selects the ids of all rows of the list. */
  ids: () => PgSelect;
  order: readonly SQL[];
  /** Selects the rows that satisfy a condition. */
  rows: (isOnPage: SQL) => Rows;
};

/**
 * Prepares the queries of a list; the returned function reads a page of it with the total, given the values of the query's
 * placeholders. The total is exact up to a thousand rows, beyond that it was counted in the last ten seconds.
 */
export function numberedPages<Rows extends PgSelect>(db: Db, name: string, list: NumberedList<Rows>) {
  const { id, ids, order, rows } = list;
  const page = ids()
    .orderBy(...order)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
  const entries = rows(isOnPage(id, page))
    .orderBy(...order)
    .prepare(name);
  const count = (of: SQLWrapper) => db.select({ total: sql<number>`count(*)` }).from(sql`${of} as counted`);
  const some = count(sql`(select from ${ids()} as listed limit ${sql.raw(String(countedEachTime + 1))})`).prepare(
    `${name}_count`,
  );
  const all = count(ids()).prepare(`${name}_total`);
  const remembered = new Map<string, { total: Promise<number>; countedAt: number }>();

  const totalOf = async (values: Record<string, unknown>): Promise<number> => {
    const total = (await some.execute(values))[0]?.total ?? 0;
    if (total <= countedEachTime) return total;
    const key = JSON.stringify(values);
    const last = remembered.get(key);
    if (last && performance.now() - last.countedAt < rememberedFor) return last.total;
    if (remembered.size >= maxRemembered) remembered.clear();
    const counted = all.execute(values).then(([row]) => row?.total ?? 0);
    counted.catch(() => remembered.delete(key));
    remembered.set(key, { total: counted, countedAt: performance.now() });
    return counted;
  };
  return async (values: Record<string, unknown>, number: number, limit: number) => {
    const [found, total] = await Promise.all([
      entries.execute({ ...values, limit, offset: (number - 1) * limit }),
      totalOf(values),
    ]);
    return { rows: found, total };
  };
}
