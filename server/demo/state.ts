import { sql } from "drizzle-orm";
import type { Db } from "../platform/database.ts";

/** Whether the demo's making has been begun here, and whether it was finished. */
export async function demoEvents(db: Db): Promise<{ begun: boolean; finished: boolean }> {
  const { rows } = await db.execute<{ kind: string }>(
    sql`select distinct kind from events where kind in ('demo.begun', 'demo.finished')`,
  );
  const kinds = new Set(rows.map(({ kind }) => kind));
  return { begun: kinds.has("demo.begun"), finished: kinds.has("demo.finished") };
}

/** Whether somebody has an account whose address is not of `domain`. */
export async function anybodyElse(db: Db, domain: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from members where email not like ${`%@${domain}`} limit 1`);
  return rows.length > 0;
}

/** What stays when everybody goes: the reference lists, the installation's keys and what has been migrated. */
const lasting = ["reference_entries", "secrets", "__drizzle_migrations"];

/**
 * Empties every table of people and their work. Ids go on counting: the provider knows the earlier ones, and would take
 * the same id for the same thing.
 */
export async function clearEverybody(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_catalog.pg_tables where schemaname = 'public'`,
  );
  const tables = rows.flatMap(({ name }) => (lasting.includes(name) ? [] : [sql.identifier(name)]));
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)}`);
}
