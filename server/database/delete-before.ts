import { lt, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";

const batchSize = 1000;

/**
 * Deletes the rows whose `column` is before a moment or day. Works in batches in the order of the column's index: a
 * generic plan expects a third of all rows to be before any moment, so a single DELETE would read the whole table.
 */
export async function deleteBefore(db: Db, column: PgColumn, before: Date | string): Promise<void> {
  const { table } = column;
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${lt(column, before)} order by ${column} limit ${sql.raw(String(batchSize))}))`);
    if ((rowCount ?? 0) < batchSize) return;
  }
}
