import { chmod, copyFile, mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Db } from "../platform/database.ts";
import { migrateTables, migrations } from "../platform/migrations.ts";
import { CannotStart } from "../platform/start-errors.ts";
import { type Manifest, readBackup } from "./folder.ts";
import { readRows } from "./rows.ts";

/**
 * Puts a backup back: checks all of it first, then the files, then the rows in one transaction, so that an interrupted
 * restore leaves the database as it was. Refuses a target that holds members or files, unless `force`; with it, what the
 * database held is gone. Throws CannotStart for a damaged backup, a newer one than this code, and a target that is taken.
 */
export async function restoreBackup(
  database: Database,
  dataDirectory: string,
  folder: string,
  force: boolean,
): Promise<Manifest> {
  const manifest = await readBackup(folder);
  if (manifest.migratedTo > (migrations().at(-1)?.at ?? 0))
    throw new CannotStart("This backup was made by a newer Plumbline than this one. Restore it with that one.");
  if (!force) await refuseTaken(database.db, dataDirectory);
  await copyParts(manifest, folder, dataDirectory);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await dropEverything(tx);
    // The rows go into the tables that they were taken from; what has changed since is done to them afterwards.
    await migrateTables(tx, manifest.migratedTo);
    await load(tx, manifest, folder);
    await migrateTables(tx);
  });
  return manifest;
}

async function refuseTaken(db: Db, dataDirectory: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select from pg_catalog.pg_tables where schemaname = 'public' and tablename = 'members'`,
  );
  const people = rows.length > 0 && (await db.execute(sql`select from members limit 1`)).rows.length > 0;
  const files = (await readdir(join(dataDirectory, "files")).catch(() => [])).filter((name) => name !== "incoming");
  if (people || files.length > 0)
    throw new CannotStart(
      `${people ? "The database has members" : `${join(dataDirectory, "files")} has files`}: restoring would mix two installations.\n` +
        "  Name an empty database and an empty DATA_DIR, or add --force to replace what is there.",
    );
}

async function copyParts({ parts }: Manifest, folder: string, dataDirectory: string): Promise<void> {
  await mkdir(join(dataDirectory, "files"), { recursive: true });
  for (const { path } of parts) {
    if (path.startsWith("tables/")) continue;
    const to = path.startsWith("files/") ? join(dataDirectory, path) : join(dataDirectory, basename(path));
    await copyFile(join(folder, path), to);
    await chmod(to, 0o600);
  }
}

/** All that the migrations make: tables with what hangs on them, types and functions. */
async function dropEverything(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select format('drop table %I.%I cascade', schemaname, tablename) as statement
    from pg_catalog.pg_tables where schemaname = 'public'
    union all
    select format('drop type public.%I cascade', typname) from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace where n.nspname = 'public' and t.typtype = 'e'
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists
      (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  for (const { statement } of rows) await tx.execute(sql.raw(statement));
  // Earlier versions kept the list of migrations there.
  await tx.execute(sql`drop table if exists drizzle.__drizzle_migrations`);
}

/** Foreign keys are taken off while rows come in table by table, and hold again, checked, before the transaction ends. */
async function load(tx: Db, manifest: Manifest, folder: string): Promise<void> {
  const { rows: keys } = await tx.execute<{ drop: string; add: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_catalog.pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const key of keys) await tx.execute(sql.raw(key.drop));
  for (const table of manifest.tables) {
    const name = sql.identifier(table.name);
    // What triggers work out is in the rows.
    await tx.execute(sql`alter table ${name} disable trigger user`);
    // Some migrations bring rows with them.
    await tx.execute(sql`delete from ${name}`);
    const rows = await readRows(tx, folder, table);
    if (rows !== table.rows) throw new CannotStart(`${table.name} has ${rows} rows instead of ${table.rows}.`);
    await tx.execute(sql`alter table ${name} enable trigger user`);
  }
  for (const key of keys) await tx.execute(sql.raw(key.add));
  for (const { name, value, called } of manifest.sequences)
    await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${value}, ${called})`);
}
