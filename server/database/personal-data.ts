import { type AnyColumn, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";

/** Whom rows are about: the number, and the e-mail address in lower case, by which some tables know a person. */
export type Subject = { id: number; email: string };

type Rows = Record<string, unknown>[];

/**
 * What one table holds about members: what a copy of a member's data has of it, and what becomes of it when the data is
 * erased (ADR-044). Each feature declares its own tables in its personal-data-store.ts.
 */
export type PersonalTable = {
  name: string;
  /** Page after page, the oldest first; null leaves it out of the copy. */
  copy: ((db: Db, subject: Subject) => AsyncGenerator<Rows>) | null;
  /** Runs in one transaction with the others; a sentence says why the rows are kept instead. */
  erase: ((tx: Db, subject: Subject) => Promise<unknown>) | { keptBecause: string };
};

/** The columns that a copy leaves out, by their names in the database, or null for a table that it leaves out. */
type Hidden = readonly string[] | null;

/** Declares a table whose rows about a member `of` names; see `PersonalTable` for `erase`. */
export function personalTable(
  table: PgTable,
  of: (subject: Subject) => SQL,
  { hidden = [], erase }: { hidden?: Hidden; erase: "rows" | Exclude<PersonalTable["erase"], undefined> },
): PersonalTable {
  const name = getTableName(table);
  return {
    name,
    copy: hidden && ((db, subject) => copiedRows(db, table, of(subject), hidden)),
    erase: erase === "rows" ? (tx, subject) => tx.delete(table).where(of(subject)) : erase,
  };
}

/** The rows whose column is the member's id. */
export const ofMember =
  (column: AnyColumn) =>
  ({ id }: Subject): SQL =>
    eq(column, id);

/** The rows of which the member is one of the two parties. */
export const ofEither =
  (one: AnyColumn, other: AnyColumn) =>
  ({ id }: Subject): SQL =>
    sql`(${one} = ${id} or ${other} = ${id})`;

async function* copiedRows(db: Db, table: PgTable, where: SQL, hidden: readonly string[]): AsyncGenerator<Rows> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(${table}) - ${sql.param(hidden)}::text[] as row from ${table} where ${where}`,
  );
  yield rows.map(({ row }) => row);
}
