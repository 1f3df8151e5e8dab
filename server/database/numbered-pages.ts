import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";
import { exactUpTo, openRecent } from "./recent.ts";

// Lists that the specification pages by number (ADR-021); all others are paged by key.

/** How long a total over many rows is remembered, in milliseconds. */
const rememberedFor = 10_000;

/**
 * A condition: the row is on the page whose ids `page` selects, with its order, limit and offset. The generic plan of a
 * statement expects an unknown limit to be a tenth of the table, so the ids come first and the joins are for a few rows.
 */
export const isOnPage = (id: PgColumn, page: SQLWrapper): SQL => sql`${id} = any(array${page})`;

/**
 * How many rows a list has by what was found on a page of it, which tells that when it is the last one; else counted.
 */
export async function totalBy(
  { number, limit }: { number: number; limit: number },
  found: number,
  count: () => Promise<number>,
): Promise<number> {
  const isLast = found < limit && (number === 1 || (number > 1 && found > 0));
  return isLast ? (number - 1) * limit + found : count();
}

/** A page by its number, or the rows after one by its id, null for the first rows. */
type Place = { page: number } | { after: number | null };

/**
 * What stands for a page's number when a list is read to its end by key, whatever it holds: the row with this id and the rows
 * before it are known. No caller can ask for it, because pages are numbered from 1.
 */
export const pageAfter = (id: number | null): number => -(id ?? 0);

const placeFor = (number: number): Place => (number > 0 ? { page: number } : { after: -number || null });

/** Where a page begins, by its number or by `pageAfter`: `offset` rows are skipped, of those whose id is below `before`. */
export function placeOfPage(number: number, limit: number): { before: number; offset: number } {
  const place = placeFor(number);
  return "page" in place
    ? { before: Number.MAX_SAFE_INTEGER, offset: (place.page - 1) * limit }
    : { before: place.after ?? Number.MAX_SAFE_INTEGER, offset: 0 };
}

type NumberedList<Rows extends PgSelect> = {
  id: PgColumn;
  /** Selects the ids of all rows of the list, or of those that satisfy a further condition. */
  ids: (more?: SQL) => PgSelect;
  /** Unique together; all in one direction. */
  order: readonly SQLWrapper[];
  descending?: boolean;
  /** Selects the rows that satisfy a condition. */
  rows: (isOnPage: SQL) => Rows;
};

/** How many rows are read at once when a list is read from its beginning to its end. */
const rowsOfWalk = 500;

/**
 * Prepares the queries of a list; the returned function reads a page of it with the total, given the values of the query's
 * placeholders. The total is exact up to a thousand rows, beyond that it was counted in the last ten seconds.
 */
export function numberedPages<Rows extends PgSelect>(db: Db, name: string, list: NumberedList<Rows>) {
  const { id, ids, order, descending = false, rows } = list;
  const sorted = order.map((by) => (descending ? desc(by) : asc(by)));
  const page = ids()
    .orderBy(...sorted)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
  const entries = rows(isOnPage(id, page))
    .orderBy(...sorted)
    .prepare(name);
  const walk = (after?: SQL) =>
    rows(
      isOnPage(
        id,
        ids(after)
          .orderBy(...sorted)
          .limit(rowsOfWalk),
      ),
    ).orderBy(...sorted);
  const columns = sql.join([...order], sql`, `);
  const after = sql.placeholder("after");
  // By its id alone a walk goes on after a row that is deleted meanwhile.
  const known = order.length === 1 ? after : sql`(select ${columns} from ${id.table} where ${id} = ${after})`;
  const first = walk().prepare(`${name}_first`);
  const next = walk(sql`(${columns}) ${sql.raw(descending ? "<" : ">")} ${known}`).prepare(`${name}_next`);
  const count = (of: SQLWrapper) => db.select({ total: sql<number>`count(*)` }).from(sql`${of} as counted`);
  const some = count(sql`(select from ${ids()} as listed limit ${sql.raw(String(exactUpTo + 1))})`).prepare(
    `${name}_count`,
  );
  const all = count(ids()).prepare(`${name}_total`);
  const recent = openRecent<Promise<number>>(rememberedFor);

  const totalOf = async (values: Record<string, unknown>): Promise<number> => {
    const total = (await some.execute(values))[0]?.total ?? 0;
    if (total <= exactUpTo) return total;
    const key = JSON.stringify(values);
    const last = recent.get(key);
    if (last) return last;
    const counted = all.execute(values).then(([row]) => row?.total ?? 0);
    counted.catch(() => recent.delete(key));
    recent.set(key, counted, performance.now());
    return counted;
  };
  return async (values: Record<string, unknown>, number: number, limit: number) => {
    const place = placeFor(number);
    if ("after" in place) {
      const { after } = place;
      return { rows: await (after === null ? first.execute(values) : next.execute({ ...values, after })), total: 0 };
    }
    const found = await entries.execute({ ...values, limit, offset: (number - 1) * limit });
    return { rows: found, total: await totalBy({ number, limit }, found.length, () => totalOf(values)) };
  };
}
