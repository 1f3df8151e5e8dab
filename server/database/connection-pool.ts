import type { Duplex } from "node:stream";
import pg from "pg";
import { factsOf } from "../error-facts.ts";
import { ending } from "../telemetry/spans.ts";
import { beginStatement } from "../telemetry/statements.ts";
import { DatabaseUnavailable, preparedStatementErrors } from "./errors.ts";
import { KnownStatements, NamedQuery } from "./named-query.ts";
import { PipelinedReads } from "./pipelined-reads.ts";
import { StatementNames } from "./statement-names.ts";

type ConnectionConfig = pg.ClientConfig & { statementNames?: StatementNames };

/**
 * A connection of the pool. A statement does not wait for the one before it, and those of one turn of the event loop share
 * a network write, which is what a small statement costs most (ADR-026). A broken socket never ends the process. Every
 * failure that is not an error of the server becomes DatabaseUnavailable, and a query timeout closes the socket, so that no
 * query waits on a dead connection.
 */
export class Connection<Scope = unknown> extends pg.Client {
  /** The drizzle instance of this connection, created for its first transaction. */
  scope?: Scope;
  /** The first error of a statement since this was last cleared. */
  firstFailure: unknown;
  #broken = false;
  #corked = false;
  readonly #statementNames: StatementNames | undefined;
  readonly #statements = new KnownStatements();

  constructor(config?: ConnectionConfig) {
    super(config);
    this.#statementNames = config?.statementNames;
    // An idle connection within a transaction has no other error listener, and an unhandled error ends the process.
    this.on("error", () => {
      this.#broken = true;
    });
  }

  /** False when the connection is broken or has an open transaction. */
  get reusable(): boolean {
    return !this.#broken && this.getTransactionStatus() === "I";
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; the arguments are passed on
  override query(...given: any[]): any {
    this.#cork();
    const span = beginStatement(given[0], this.database);
    const statement = this.#named(given[0]);
    const [, values] = given;
    const answer =
      isNamed(statement) && given.length <= 2 && (values === undefined || Array.isArray(values))
        ? this.#execute(statement, values)
        : Reflect.apply(super.query, this, [statement, ...given.slice(1)]);
    if (!(answer instanceof Promise)) return answer;
    const done = answer.catch((error) => this.#failed(error));
    return span ? ending(span, done) : done;
  }

  #execute(statement: pg.QueryConfig, values: unknown[] | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      super.query(
        new NamedQuery(this.#statements, statement, values, (error, result) =>
          error ? reject(error) : resolve(result),
        ),
      );
    });
  }

  /** Holds back what is written until the end of this turn. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const stream = streamOf(this);
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  /**
   * drizzle's query configuration with a name, so that its statement is prepared once per connection. It inherits all else,
   * because pg copies own properties with their descriptors, which takes 2 us for drizzle's.
   */
  #named(query: unknown): unknown {
    if (!query || typeof query !== "object" || !("text" in query) || typeof query.text !== "string") return query;
    const statement: { name?: string | undefined } = Object.create(query);
    if (statement.name === undefined) statement.name = this.#statementNames?.nameOf(query.text);
    return statement;
  }

  #failed(error: Error): never {
    // The error's own stack ends at the socket, so it is replaced by the caller's.
    Error.captureStackTrace(error);
    this.firstFailure ??= error;
    if (error instanceof pg.DatabaseError && preparedStatementErrors.includes(error.code ?? "")) this.#broken = true;
    // What is known of its statements' columns may be outdated.
    if (error instanceof TypeError) this.#broken = true;
    if (error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError) throw error;
    this.#broken = true;
    // Without the protocol's terminate message, because the server may never respond.
    streamOf(this).destroy();
    throw unavailable(error);
  }
}

/**
 * The connection pool of one process. A connection whose query fails on the server stays in the pool; a broken
 * connection leaves it, and one that could not begin a transaction is returned.
 */
export class ConnectionPool<Scope> extends pg.Pool {
  readonly #reads = new PipelinedReads((work) => this.use(work));

  constructor(config: pg.PoolConfig) {
    // The types of pg lack `pipeline`, and the pool hands its own settings on to each connection.
    const own: pg.PoolConfig & { Client: typeof Connection; pipeline: true } & ConnectionConfig = {
      ...config,
      Client: Connection,
      pipeline: true,
      statementNames: new StatementNames(),
    };
    super(own);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on("error", () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; drizzle uses the one with a promise
  override async query(...given: any[]): Promise<any> {
    const run = () => this.use((connection) => connection.query(...given));
    try {
      return await (this.#reads.takes(given[0]) ? this.#reads.query(given) : run());
    } catch (error) {
      // The statement has not run; a retry gets a new connection, which has no prepared statements yet.
      if (error instanceof pg.DatabaseError && preparedStatementErrors.includes(error.code ?? "")) return run();
      throw error;
    }
  }

  /** Runs `work` with a connection of the pool. Throws DatabaseUnavailable when none is available in time. */
  async use<Result>(work: (connection: Connection<Scope>) => Promise<Result>): Promise<Result> {
    const client = await this.connect().catch((error) => {
      throw error instanceof pg.DatabaseError ? error : unavailable(error);
    });
    // The pool makes its clients with the class that the constructor gives it.
    const connection = client as pg.PoolClient & Connection<Scope>;
    try {
      return await work(connection);
    } finally {
      connection.release(!connection.reusable);
    }
  }
}

const isNamed = (query: unknown): query is pg.QueryConfig & { name: string } =>
  typeof query === "object" &&
  query !== null &&
  "name" in query &&
  typeof query.name === "string" &&
  !("submit" in query);

const unavailable = (error: Error) =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(factsOf(error).code ?? error.message, { cause: error });

/** The socket of a connection, to cork it or to end it at once. */
export const streamOf = (client: pg.ClientBase): Duplex =>
  // pg keeps its socket there; its types leave `connection` out.
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
