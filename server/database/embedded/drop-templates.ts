import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";

/**
 * Drops the databases that PostgreSQL copies new ones from, if they are there. The embedded one has a single database, and
 * they are half of the files that a new data folder is made of.
 */
export async function dropTemplates({ db }: Database): Promise<void> {
  await db.execute(sql`update pg_database set datistemplate = false`);
  for (const name of ["template0", "template1"]) await db.execute(sql.raw(`drop database if exists ${name}`));
}
