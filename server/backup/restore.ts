import { chmod, copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { sql } from "drizzle-orm";
import { hasMembers } from "../auth/members.ts";
import type { Database, Db } from "../database/database.ts";
import { migrateWithin, migrations } from "../database/migrations.ts";
import { tableNames } from "../database/table-names.ts";
import { jobsLock } from "../outbox/jobs.ts";
import { CannotStart } from "../start-errors.ts";
import { type Manifest, readBackup } from "./folder.ts";
import { readRows } from "./rows.ts";

/** Verifies a backup before anything is opened for it. Throws CannotStart for one that is damaged or newer than this code. */
export async function readRestorable(folder: string): Promise<Manifest> {
  const manifest = await readBackup(folder);
  if (manifest.migratedTo > (migrations().at(-1)?.at ?? 0))
    throw new CannotStart("This backup was made by a newer Plumbline than this one. Restore it with that one.");
  return manifest;
}

/**
 * Restores a backup that was verified: copies the files, and loads the rows in one transaction, so that an interrupted
 * restore leaves the database unchanged. With `force` it replaces existing data. Throws CannotStart while a process
 * runs on the database, and without `force` for a target that has members or other files.
 */
export async function restoreBackup(
  database: Database,
  dataDirectory: string,
  folder: string,
  manifest: Manifest,
  force: boolean,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    // Copying and loading take longer than the timeouts for requests allow.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await requireStopped(tx);
    if (!force) await requireEmptyTarget(tx, dataDirectory, manifest);
    await copyParts(manifest, folder, dataDirectory);
    await loadBackup(tx, manifest, folder);
    await migrateWithin(tx);
  });
}

/** Replaces everything by the rows of a backup, in the schema of the version that they were taken from. */
export async function loadBackup(tx: Db, manifest: Manifest, folder: string): Promise<void> {
  await dropEverything(tx);
  await migrateWithin(tx, manifest.migratedTo);
  await load(tx, manifest, folder);
}

/** A process that runs would go on with the key and the index of what was there before. */
async function requireStopped(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ stopped: boolean }>(
    sql`select pg_try_advisory_xact_lock(${jobsLock}) as stopped`,
  );
  if (!rows[0]?.stopped)
    throw new CannotStart("Plumbline is running on this database. Stop every process of it, and restore then.");
}

/** Files of this backup do not count: a restore that was interrupted has left them. */
async function requireEmptyTarget(db: Db, dataDirectory: string, { parts }: Manifest): Promise<void> {
  const { rows } = await db.execute(
    sql`select from pg_catalog.pg_tables where schemaname = 'public' and tablename = 'members'`,
  );
  const people = rows.length > 0 && (await hasMembers(db));
  const expected = new Set(["incoming", ...parts.map(({ path }) => relative("files", path))]);
  const files = (await readdir(join(dataDirectory, "files")).catch(() => [])).filter((name) => !expected.has(name));
  if (people || files.length > 0)
    throw new CannotStart(
      `${people ? "The database has members" : `${join(dataDirectory, "files")} has files`}: restoring would mix two installations.\n` +
        "  Name an empty database and an empty DATA_DIR, or add --force to replace what is there.",
    );
}

async function copyParts({ parts }: Manifest, folder: string, dataDirectory: string): Promise<void> {
  await mkdir(join(dataDirectory, "files"), { recursive: true, mode: 0o700 });
  for (const { path } of parts) {
    if (path.startsWith("tables/")) continue;
    const to = path.startsWith("files/") ? join(dataDirectory, path) : join(dataDirectory, basename(path));
    await copyFile(join(folder, path), to);
    await chmod(to, 0o600);
    // What a stand-in that was killed had not written into its database yet would be applied to this one.
    for (const log of ["-wal", "-shm"]) if (path.startsWith("state/")) await rm(to + log, { force: true });
  }
}

/** Drops everything that migrations create: tables and dependent objects, types and functions. */
async function dropEverything(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select format('drop table public.%I cascade', name) as statement from (${tableNames}) tables
    union all
    select format('drop type public.%I cascade', typname) from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace where n.nspname = 'public' and t.typtype = 'e'
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists
      (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  for (const { statement } of rows) await tx.execute(sql.raw(statement));
  // Earlier versions recorded their migrations there.
  await tx.execute(sql`drop table if exists drizzle.__drizzle_migrations`);
}

/** Loads the rows table by table with foreign keys dropped, and adds them again, validated, in the same transaction. */
async function load(tx: Db, manifest: Manifest, folder: string): Promise<void> {
  const { rows: keys } = await tx.execute<{ drop: string; add: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_catalog.pg_constraint
    -- Those of a part come and go with those of its table.
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
  for (const key of keys) await tx.execute(sql.raw(key.drop));
  for (const table of manifest.tables) {
    const name = sql.identifier(table.name);
    // The rows already contain what triggers compute.
    await tx.execute(sql`alter table ${name} disable trigger user`);
    // Some migrations insert rows.
    await tx.execute(sql`delete from ${name}`);
    const rows = await readRows(tx, folder, table);
    if (rows !== table.rows) throw new CannotStart(`${table.name} has ${rows} rows instead of ${table.rows}.`);
    await tx.execute(sql`alter table ${name} enable trigger user`);
  }
  for (const key of keys) await tx.execute(sql.raw(key.add));
  for (const { name, value, called } of manifest.sequences)
    await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${value}, ${called})`);
}
