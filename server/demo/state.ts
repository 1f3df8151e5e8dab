import { sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { tablesIn } from "../database/table-names.ts";

/** The tables that stay: reference data, keys of the installation and migrations. */
const keptTables = ["reference_entries", "plan_catalogue", "secrets", "__drizzle_migrations"];

/**
 * Empties all other tables. Sequences are not reset, because the provider knows the earlier ids and would mistake new
 * rows for old ones.
 */
export async function deletePeople(db: Db): Promise<void> {
  const tables = (await tablesIn(db)).flatMap((name) => (keptTables.includes(name) ? [] : [sql.identifier(name)]));
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)}`);
}
