import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "./database.ts";
import { CannotStart } from "./start-errors.ts";

const folder = fileURLToPath(new URL("../migrations", import.meta.url));

/** What the code brings, oldest first. `at` names a migration: the moment it was generated, in milliseconds. */
export const migrations = () =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql: statements }) => ({
    hash,
    at: folderMillis,
    statements,
  }));

/**
 * Brings the tables up to date, all or nothing; `until` stops at that migration. The list of what was done stands beside
 * the tables in schema `public`: drizzle's own migrator wants a schema of its own, which a role with rights to one schema
 * may not make. A database whose list is still in schema `drizzle` keeps what it has done. Throws CannotStart when a grant
 * is missing or the database is newer than the code.
 */
export async function migrateTables(db: Db, until = Number.POSITIVE_INFINITY): Promise<void> {
  const known = migrations();
  const done = await lastDone(db);
  if (done > (known.at(-1)?.at ?? 0))
    throw new CannotStart(
      "The database was migrated by a newer Plumbline than this one. Start the newer one, or restore a backup of before.",
    );
  const due = known.filter(({ at }) => at > done && at <= until);
  if (due.length === 0 && (await hasList(db, "public"))) return;
  await mayCreate(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`create table if not exists public.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    if (await hasList(tx, "drizzle"))
      await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at)
        select hash, created_at from drizzle.__drizzle_migrations earlier where not exists
          (select from public.__drizzle_migrations mine where mine.created_at = earlier.created_at)
        order by id`);
    for (const { hash, at, statements } of due) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into public.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`);
    }
  });
}

/** The newest migration that was done, 0 for none. */
export async function lastDone(db: Db): Promise<number> {
  let last = 0;
  for (const schema of ["public", "drizzle"]) {
    if (!(await hasList(db, schema))) continue;
    const { rows } = await db.execute<{ at: number | null }>(
      sql`select max(created_at) as at from ${sql.identifier(schema)}.__drizzle_migrations`,
    );
    last = Math.max(last, Number(rows[0]?.at ?? 0));
  }
  return last;
}

async function hasList(db: Db, schema: "public" | "drizzle" | string): Promise<boolean> {
  // A schema that this role may not look into is not one that it migrated in.
  const { rows } = await db.execute<{ there: boolean }>(sql`select exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = '__drizzle_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')) as there`);
  return rows[0]?.there === true;
}

async function mayCreate(db: Db): Promise<void> {
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
