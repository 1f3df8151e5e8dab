import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

/** SQL: the names of all tables as statements use them, in their order: one that is in parts is one table (ADR-053). */
export const tableNames = sql`select relname::text as name from pg_catalog.pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;

/** The names of all tables, without those of parts. */
export async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(tableNames);
  return rows.map(({ name }) => name);
}
