import pg from "pg";

/** What a result knows of its rows' columns, under pg's own names. */
type Columns = { fields: readonly unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type Result = Columns & { _types: unknown };
/** pg's own connection, as far as it is used here. */
type Wire = { parsedStatements: Record<string, string | undefined>; describe(what: unknown): void };

/** What one connection knows of its prepared statements. */
export class KnownStatements {
  readonly #columns = new Map<string, { columns: Columns; types: unknown }>();
  #silent: Wire | undefined;

  /** The columns of a statement that was read with these type parsers, or null. */
  columnsOf(name: string, types: unknown): Columns | null {
    const known = this.#columns.get(name);
    return known && known.types === types ? known.columns : null;
  }

  keep(name: string, { fields, _parsers, _prebuiltEmptyResultObject, _types: types }: Result): void {
    this.#columns.set(name, { columns: { fields, _parsers, _prebuiltEmptyResultObject }, types });
  }

  /** The connection without its request for a description of the columns. */
  silent(wire: Wire): Wire {
    const silent: Wire = this.#silent ?? Object.create(wire, { describe: { value: () => {} } });
    this.#silent = silent;
    return silent;
  }
}

/**
 * A prepared statement that is described once a connection, not with every execution as pg does it: the description of
 * fifteen columns takes pg some 15 us to read. PostgreSQL refuses to execute a statement whose columns have changed; a
 * pooler may have prepared it anew, which is a TypeError here.
 */
export class NamedQuery extends pg.Query {
  readonly #statements: KnownStatements;
  #isKnown = false;
  declare readonly name: string;
  declare readonly _result: Result;
  declare _accumulateRows: boolean;
  declare _canceledDueToError: Error | boolean;

  /** `config` has a name. */
  constructor(
    statements: KnownStatements,
    config: pg.QueryConfig,
    values: unknown[] | undefined,
    callback: (error: Error | undefined, result: unknown) => void,
  ) {
    super(config, values, callback);
    this.#statements = statements;
  }

  /** Called by pg to send the statement. */
  prepare(wire: Wire): void {
    const columns = wire.parsedStatements[this.name]
      ? this.#statements.columnsOf(this.name, this._result._types)
      : null;
    this.#isKnown = columns !== null;
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    // @ts-expect-error pg's types hide it
    super.prepare(columns ? this.#statements.silent(wire) : wire);
  }

  /** Called by pg with every row. */
  handleDataRow(message: { fields: readonly unknown[] }): void {
    if (message.fields.length !== this._result.fields.length)
      this._canceledDueToError = new TypeError("the columns of a prepared statement have changed");
    // @ts-expect-error pg's types hide it
    super.handleDataRow(message);
  }

  /** Called by pg after the last row. */
  handleCommandComplete(message: unknown, wire: Wire): void {
    if (!this.#isKnown) this.#statements.keep(this.name, this._result);
    // @ts-expect-error pg's types hide it
    super.handleCommandComplete(message, wire);
  }
}
