import { type AnyColumn, eq, getTableName, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";
import { preparedSql } from "./prepared.ts";

/** Whom rows are about: the number, and the e-mail address in lower case, by which some tables know a person. */
export type Subject = { id: number; email: string };

/** The same in a query: as values, or as the placeholders of a prepared one. */
export type SubjectIn = { id: number | Placeholder; email: string | Placeholder };

/** Rows as JSON, which PostgreSQL writes: parsing and writing them here would keep the process from everything else. */
type Rows = string[];

/**
 * What one table holds about members: what a copy of a member's data has of it, and what becomes of it when the data is
 * erased (ADR-044). Each feature declares its own tables in its personal-data-store.ts.
 */
export type PersonalTable = {
  name: string;
  /** Its rows, in one read unless the table reads them in pages; null leaves it out of the copy. */
  copy: ((db: Db, subject: Subject) => AsyncGenerator<Rows>) | null;
  /** Runs in one transaction with the others; a sentence says why the rows are kept instead. */
  erase: ((tx: Db, subject: Subject) => Promise<unknown>) | { keptBecause: string };
};

/** The columns that a copy leaves out, by their names in the database, or null for a table that it leaves out. */
type Hidden = readonly string[] | null;

/** Declares a table whose rows about a member `of` names; see `PersonalTable` for `erase`. */
export function personalTable(
  table: PgTable,
  of: (subject: SubjectIn) => SQL,
  { hidden = [], erase }: { hidden?: Hidden; erase: "rows" | Exclude<PersonalTable["erase"], undefined> },
): PersonalTable {
  const name = getTableName(table);
  return {
    name,
    copy: hidden && copiedRows(table, of({ id: sql.placeholder("id"), email: sql.placeholder("email") }), hidden),
    erase: erase === "rows" ? (tx, subject) => tx.delete(table).where(of(subject)) : erase,
  };
}

/** The rows whose column is the member's id. */
export const ofMember =
  (column: AnyColumn) =>
  ({ id }: SubjectIn): SQL =>
    eq(column, id);

/** The rows of which the member is one of the two parties. */
export const ofEither =
  (one: AnyColumn, other: AnyColumn) =>
  ({ id }: SubjectIn): SQL =>
    sql`(${one} = ${id} or ${other} = ${id})`;

function copiedRows(table: PgTable, where: SQL, hidden: readonly string[]): PersonalTable["copy"] {
  const read = preparedSql<{ row: string }>(
    `copy_of_${getTableName(table)}`,
    sql`select (to_jsonb(${table}) - ${sql.param(hidden)}::text[])::text as row from ${table} where ${where}`,
  );
  return async function* (db, { id, email }) {
    yield (await read(db, { id, email })).map(({ row }) => row);
  };
}
