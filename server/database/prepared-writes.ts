import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgInsertBase, PgTable, PgUpdateBuilder } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";
import { preparedBy } from "./prepared.ts";

// Writes whose statement is built once for each set of columns: drizzle takes 50 to 100 us to build one, which is a fifth of
// what a small call costs.

type Values<Table extends PgTable> = Partial<Table["$inferInsert"]>;
/** The values of a condition. Their names differ from the columns', which stand for the values that are written. */
type Where<Table extends PgTable> = Record<string, unknown> & { [Column in keyof Values<Table>]?: never };
/** A complete statement of drizzle's, with what follows its values. */
type Statement<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } };

/**
 * Inserts a row of plain values, without SQL among them: `finish` adds what follows the values, such as `returning`.
 * `name` is the statement's, of at most 40 characters.
 */
export function preparedInsert<Table extends PgTable, Result>(
  table: Table,
  name: string,
  finish: (insert: PgInsertBase<Table, NodePgQueryResultHKT>) => Statement<Result>,
): (db: Db, row: Table["$inferInsert"]) => Promise<Result> {
  const statement = preparedBy((db, ...columns: string[]) =>
    // The placeholders stand for a row of the table, which the compiler cannot infer from the columns' names.
    finish(db.insert(table).values(placeholdersOf(columns) as never)).prepare(nameWith(name, table, columns)),
  );
  const sent = sentTo(table);
  return (db, row) => {
    const values = sent(row);
    return statement(db, ...Object.keys(values)).execute(values);
  };
}

/** Updates rows with plain values: `finish` adds the condition, whose placeholders `where` fills, and what follows it. */
export function preparedUpdate<Table extends PgTable, Result>(
  table: Table,
  name: string,
  finish: (update: ReturnType<PgUpdateBuilder<Table, NodePgQueryResultHKT>["set"]>) => Statement<Result>,
): (db: Db, where: Where<Table>, values: Values<Table>) => Promise<Result> {
  const statement = preparedBy((db, ...columns: string[]) =>
    // Here they stand for columns of the table.
    finish(db.update(table).set(placeholdersOf(columns) as never)).prepare(nameWith(name, table, columns)),
  );
  const sent = sentTo(table);
  return (db, where, values) => {
    const written = sent(values);
    return statement(db, ...Object.keys(written)).execute({ ...where, ...written });
  };
}

/** As SQL, or drizzle would encode the values by itself, null as well. */
const placeholdersOf = (columns: readonly string[]): Record<string, SQL> =>
  Object.fromEntries(columns.map((column) => [column, sql`${sql.placeholder(column)}`]));

/** The values as they are sent, by column and in the order of the table's; those that are undefined are left out. */
function sentTo<Table extends PgTable>(table: Table): (values: Values<Table>) => Record<string, unknown> {
  const columns = Object.entries(getTableColumns(table));
  return (values) => {
    const given: Readonly<Record<string, unknown>> = values;
    return Object.fromEntries(
      columns
        .filter(([name]) => given[name] !== undefined)
        .map(([name, column]) => [name, given[name] === null ? null : column.mapToDriverValue(given[name])]),
    );
  };
}

/**
 * With the set of columns as a number, because a statement's name has 63 characters at most. Traces name it without that
 * (telemetry/statements.ts).
 */
function nameWith(name: string, table: PgTable, columns: readonly string[]): string {
  const all = Object.keys(getTableColumns(table));
  const bits = all.reduce((sum, column, at) => (columns.includes(column) ? sum + (1n << BigInt(at)) : sum), 0n);
  return `${name}:${bits.toString(36)}`;
}
