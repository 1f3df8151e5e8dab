import { Column, getTableName, is, SQL, Subquery } from "drizzle-orm";
import type { PgPreparedQuery, PgSession, PreparedQueryConfig, SelectedFieldsOrdered } from "drizzle-orm/pg-core";

type Row = Record<string, unknown>;
/** drizzle's prepared query with what its types leave out. */
type Mapped = PgPreparedQuery<PreparedQueryConfig> & {
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => Row[];
};

/**
 * Has the queries of `db` map their rows by functions that are made once for each query. drizzle decides for each cell of
 * each row anew what kind of field it is, which is a tenth of a page of invoices' processor time.
 */
export function mapRowsOnce<Db extends { _: { session: Pick<PgSession, "prepareQuery"> } }>(db: Db): Db {
  const { session } = db._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, inArrays, mapper, ...rest) => {
    const prepared = prepare(query, fields, name, inArrays, mapper, ...rest);
    if (fields && !mapper) mapOnce(prepared, fields);
    // `prepare` returns what the caller's type parameter says, which a wrapper's type cannot express.
    return prepared as never;
  };
  return db;
}

function mapOnce(prepared: Mapped, fields: SelectedFieldsOrdered): void {
  let map: ((row: unknown[]) => Row) | undefined;
  // Made at the first row: drizzle adds what it knows of the joins after it has prepared the query.
  prepared.customResultMapper = (rows) =>
    rows.map((row) => {
      map ??= rowMapper(fields, prepared.joinsNotNullableMap);
      return map(row);
    });
}

/**
 * The function that makes an object of a row's values, as drizzle's own `mapResultRow` does. `present` says for each
 * joined table whether it always has a row; without a row its object is null.
 */
export function rowMapper(
  fields: SelectedFieldsOrdered,
  present?: Record<string, boolean>,
): (row: readonly unknown[]) => Row {
  const cells = fields.map(({ path, field }, at) => ({
    at,
    parents: path.slice(0, -1),
    name: path.at(-1) ?? "",
    decode: decoderOf(field),
  }));
  const nullable = present ? nullableObjects(fields, present) : [];
  return (row) => {
    const result: Row = {};
    for (const { at, parents, name, decode } of cells) {
      const raw = row[at];
      let node = result;
      for (const parent of parents) node = childOf(node, parent);
      node[name] = raw === null || !decode ? raw : decode(raw);
    }
    for (const { name, first } of nullable) if (row[first] === null) result[name] = null;
    return result;
  };
}

function childOf(node: Row, name: string): Row {
  node[name] ??= {};
  // The names of drizzle's fields are a tree: what has children is no value.
  return node[name] as Row;
}

type Field = SelectedFieldsOrdered[number]["field"];

/** Null for a value that stays as it is. */
function decoderOf(field: Field): ((raw: unknown) => unknown) | null {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
      ? // @ts-expect-error drizzle's types hide it
        field.decoder
      : is(field, Subquery)
        ? // @ts-expect-error the same
          field._.sql.decoder
        : // @ts-expect-error the same
          field.sql.decoder;
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (raw) => decoder.mapFromDriverValue(raw);
}

/** The objects of one joined table's columns, which are null when the table has no row: when their first value is null. */
function nullableObjects(fields: SelectedFieldsOrdered, present: Record<string, boolean>) {
  const objects = new Map<string, { first: number; table: string; one: boolean }>();
  for (const [at, { path, field }] of fields.entries()) {
    const [name] = path;
    if (name === undefined || path.length !== 2 || !is(field, Column)) continue;
    const table = getTableName(field.table);
    const known = objects.get(name);
    if (!known) objects.set(name, { first: at, table, one: true });
    else if (known.table !== table) known.one = false;
  }
  return [...objects].flatMap(([name, { first, table, one }]) => (one && !present[table] ? [{ name, first }] : []));
}
