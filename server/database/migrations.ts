import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { z } from "zod";
import type * as schema from "../schema.ts";
import { CannotStart } from "../start-errors.ts";
import { productVersion } from "../version.ts";
import { oneRow } from "./rows.ts";

type Db = NodePgDatabase<typeof schema>;

const folder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * The migrations in server/migrations, oldest first. `at` identifies one: when it was generated, in Unix milliseconds.
 */
export const migrations = () =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql: statements }) => ({
    hash,
    at: folderMillis,
    statements,
  }));

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The newest migration that this version of the program brings. */
export const newestMigration: { name: string; at: number } = readNewestMigration();

function readNewestMigration(): { name: string; at: number } {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")));
  const newest = entries.at(-1);
  return { name: newest?.tag ?? "none", at: newest?.when ?? 0 };
}

/** A version of the program, with the migrations that it brings. */
type Program = { version: string; migrations: ReturnType<typeof migrations> };
const thisProgram = (): Program => ({ version: productVersion, migrations: migrations() });

const removes = /^-- Removes what no release since (\d+\.\d+\.\d+) uses\.$/m;

/**
 * The oldest release that runs on the schema that a migration leaves, which is recorded with it: every one of the same major
 * version, for a migration only adds (tools/migrations.test.ts), or the one that it names because it removes something.
 */
export function runsFrom(statements: readonly string[], version: string): string {
  const sameMajor = `${version.split(".", 1)[0]}.0.0`;
  const named = removes.exec(statements.join("\n"))?.[1] ?? sameMajor;
  return isBefore(named, sameMajor) ? sameMajor : named;
}

/** Whether a release is older than another one. */
function isBefore(release: string, other: string): boolean {
  const partsOf = (each: string) => each.split(".").map(Number.parseFloat);
  const two = partsOf(other);
  const at = partsOf(release).findIndex((part, index) => part !== two[index]);
  return at >= 0 && (partsOf(release)[at] ?? 0) < (two[at] ?? 0);
}

/**
 * Runs the pending migrations in one transaction. They are recorded in schema `public`: drizzle's own migrator needs a
 * separate schema, which a role with rights to one schema cannot create. Records of older installations in schema
 * `drizzle` are copied. A database that a newer version has migrated is left as it is where this version runs on it.
 * Throws CannotStart where it does not, and when a privilege is missing.
 */
export async function migrateTables(db: Db): Promise<void> {
  await db.transaction((tx) => migrateWithin(tx));
}

/** The same within a transaction that is open, up to the migration named by `until`, as another `program` would. */
export async function migrateWithin(tx: Db, until = Number.POSITIVE_INFINITY, program = thisProgram()): Promise<void> {
  const { isNewer, obstacle } = await comparedWith(tx, program);
  if (obstacle !== null) throw new CannotStart(obstacle);
  if (isNewer) return;
  const done = await lastMigration(tx);
  const pending = program.migrations.filter(({ at }) => at > done && at <= until);
  if (pending.length === 0 && (await hasMigrationTable(tx, "public"))) return;
  await requireCreatePrivilege(tx);
  await tx.execute(sql`create table if not exists public.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  await tx.execute(sql`alter table public.__drizzle_migrations add column if not exists runs_from text`);
  if (await hasMigrationTable(tx, "drizzle"))
    await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at)
      select hash, created_at from drizzle.__drizzle_migrations earlier where not exists
        (select from public.__drizzle_migrations mine where mine.created_at = earlier.created_at)
      order by id`);
  for (const { hash, at, statements } of pending) {
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at, runs_from)
      values (${hash}, ${at}, ${runsFrom(statements, program.version)})`);
  }
}

/**
 * Whether a newer version than `program` has migrated the database, and why `program` cannot run on it then, as a sentence;
 * null when it can.
 */
export async function comparedWith(
  db: Db,
  { version, migrations: known }: Program = thisProgram(),
): Promise<{ isNewer: boolean; obstacle: string | null }> {
  const newest = known.at(-1)?.at ?? 0;
  if ((await lastMigration(db)) <= newest) return { isNewer: false, obstacle: null };
  // A record of an earlier version has no such column.
  const { rows } = await db.execute<{ at: string; runs_from: string | null }>(sql`
    select created_at as at, to_jsonb(record) ->> 'runs_from' as runs_from from public.__drizzle_migrations record`);
  const obstacle = (why: string) => ({
    isNewer: true,
    obstacle: `The database was migrated by a newer Plumbline than this one${why}. Start the newer one, or restore a backup of before.`,
  });
  const recorded = new Set(rows.map(({ at }) => Number(at)));
  if (known.some(({ at }) => !recorded.has(at))) return obstacle(", which lacks migrations of this one");
  const needed = rows.filter(({ at }) => Number(at) > newest).map(({ runs_from }) => runs_from);
  if (needed.includes(null)) return obstacle("");
  const tooNew = needed.find((release) => release !== null && isBefore(version, release));
  return tooNew
    ? obstacle(`: releases since ${tooNew} run on it, and this is ${version}`)
    : { isNewer: true, obstacle: null };
}

/** The `at` of the newest migration that has run; 0 for none. */
export async function lastMigration(db: Db): Promise<number> {
  let last = 0;
  for (const schema of ["public", "drizzle"]) {
    if (!(await hasMigrationTable(db, schema))) continue;
    const { rows } = await db.execute<{ at: number | null }>(
      sql`select max(created_at) as at from ${sql.identifier(schema)}.__drizzle_migrations`,
    );
    last = Math.max(last, Number(rows[0]?.at ?? 0));
  }
  return last;
}

async function hasMigrationTable(db: Db, schema: string): Promise<boolean> {
  // A schema that this role cannot read is not one that it has migrated.
  const { rows } = await db.execute<{ there: boolean }>(sql`select exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = '__drizzle_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')) as there`);
  return rows[0]?.there === true;
}

async function requireCreatePrivilege(db: Db): Promise<void> {
  const { rows } = await db.execute<{ role: string; database: string; may: boolean | null }>(sql`
    select current_user as role, current_database() as database,
      (select has_schema_privilege(oid, 'usage') and has_schema_privilege(oid, 'create')
        from pg_catalog.pg_namespace where nspname = 'public') as may`);
  const { role, database, may } = oneRow(rows);
  if (may === null)
    throw new CannotStart(
      `The database ${database} has no schema "public". As its owner: create schema public authorization "${role}";`,
    );
  if (!may)
    throw new CannotStart(
      `The role ${role} may not create tables in the database ${database}. As its owner:\n` +
        `  grant usage, create on schema public to "${role}";`,
    );
}
