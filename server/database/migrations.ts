import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { z } from "zod";
import type * as schema from "../schema.ts";
import { CannotStart } from "../start-errors.ts";

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

let newestKnown: { name: string; at: number } | undefined;

/** The name of the newest migration that this version of the program brings; its file is read once. */
export function newestMigration(): { name: string; at: number } {
  newestKnown ??= readNewestMigration();
  return newestKnown;
}

function readNewestMigration(): { name: string; at: number } {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")));
  const newest = entries.at(-1);
  return { name: newest?.tag ?? "none", at: newest?.when ?? 0 };
}
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/**
 * Runs the pending migrations in one transaction. They are recorded in schema `public`: drizzle's own migrator needs a
 * separate schema, which a role with rights to one schema cannot create. Records of older installations in schema
 * `drizzle` are copied. Throws CannotStart when a privilege is missing or the database is newer than the code.
 */
export async function migrateTables(db: Db): Promise<void> {
  await db.transaction((tx) => migrateWithin(tx));
}

/** The same within a transaction that is open, up to the migration named by `until`. */
export async function migrateWithin(tx: Db, until = Number.POSITIVE_INFINITY): Promise<void> {
  const known = migrations();
  const done = await lastMigration(tx);
  if (done > (known.at(-1)?.at ?? 0))
    throw new CannotStart(
      "The database was migrated by a newer Plumbline than this one. Start the newer one, or restore a backup of before.",
    );
  const pending = known.filter(({ at }) => at > done && at <= until);
  if (pending.length === 0 && (await hasMigrationTable(tx, "public"))) return;
  await requireCreatePrivilege(tx);
  await tx.execute(sql`create table if not exists public.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  if (await hasMigrationTable(tx, "drizzle"))
    await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at)
      select hash, created_at from drizzle.__drizzle_migrations earlier where not exists
        (select from public.__drizzle_migrations mine where mine.created_at = earlier.created_at)
      order by id`);
  for (const { hash, at, statements } of pending) {
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`);
  }
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

async function hasMigrationTable(db: Db, schema: "public" | "drizzle" | string): Promise<boolean> {
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
  const { role, database, may } = rows[0] as { role: string; database: string; may: boolean | null };
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
