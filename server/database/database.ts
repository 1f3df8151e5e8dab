import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as schema from "../schema.ts";
import { alwaysHeldLock, type Lock, openLock } from "./advisory-lock.ts";
import { asynchronousCommit } from "./asynchronous-commit.ts";
import { type Connection, ConnectionPool } from "./connection-pool.ts";
import type { Embedded } from "./embedded/embedded.ts";
import { PGliteStream } from "./embedded/pglite-stream.ts";
import { databaseAnswer } from "./errors.ts";
import { type Listener, type ListenerWatch, openListeners } from "./listeners.ts";
import { migrateTables } from "./migrations.ts";
import { planning, planningArguments } from "./planning.ts";
import { preparePostgres, withAdvisoryLock } from "./postgres-start.ts";
import { mapRowsOnce } from "./row-mapping.ts";
import { statementsOf } from "./statements-of.ts";
import { inTransaction } from "./transaction.ts";
import { type AwaitedTable, openWakeUps, passWakesTo } from "./wake-ups.ts";

/** A connection, or a transaction: functions that touch the database take it first. */
export type Db = NodePgDatabase<typeof schema>;

export type Database = {
  db: Db;
  /** Runs a statement as drizzle hands it to the driver, on a connection of the pool. */
  query: ConnectionPool<Db>["query"];
  /** The kind, for health checks and logs. */
  kind: "postgresql" | "embedded";
  /**
   * Subscribes to NOTIFY on a channel; `watch` is called when the listening connection breaks and when it is restored.
   */
  listen(channel: string, listener: Listener, watch?: ListenerWatch): Promise<void>;
  /** Resolves once everything that was notified before the call has been handed to the listeners. Rejects while it breaks. */
  listened(): Promise<unknown>;
  /** Replaces the listening connection, for one that looks open but delivers nothing. */
  reconnectListener(): void;
  /** A lock between the processes of this installation, tried until acquired; calls `onHeld` after each acquisition. */
  lock(key: number, onHeld?: () => void): Lock;
  /** Runs `work` while no other process of this installation runs under the same key; waits for its turn. */
  withLock(key: number, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Timeouts in milliseconds: to connect, to acquire a lock, to run a statement (measured by the server), to receive a
 * response (measured here), and for a transaction whose process has stopped, which then releases its locks.
 */
export const poolLimits = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 10_000,
  statement_timeout: 15_000,
  query_timeout: 18_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;
const { lock_timeout, statement_timeout, idle_in_transaction_session_timeout } = poolLimits;
/** The settings of PostgreSQL, timeouts in milliseconds, that every connection of the pool needs; a pooler may withhold them. */
export const sessionSettings: Readonly<Record<string, string>> = {
  ...planning,
  lock_timeout: String(lock_timeout),
  statement_timeout: String(statement_timeout),
  idle_in_transaction_session_timeout: String(idle_in_transaction_session_timeout),
};
/** The same as a connection's startup packet has them. */
export const startupParameters = {
  options: planningArguments.join(" "),
  lock_timeout,
  statement_timeout,
  idle_in_transaction_session_timeout,
};
/** How long a shutdown waits for connections to close, in milliseconds: a frozen server never responds. */
const closeTimeout = 3000;

// Counts and ids are parsed as numbers: none comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Days stay "YYYY-MM-DD": a Date could move them across midnight.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/**
 * Connects to PostgreSQL and migrates it, one process at a time. Where `url` leads to a pooler that gives out connections for
 * a transaction, `direct` leads past it: migrations, locks and LISTEN need a connection of their own (ADR-046). Throws
 * CannotStart when it cannot be reached. Without `migrate` it is left as it is, for a restore that replaces everything.
 */
export async function openPostgres(
  url: string,
  {
    direct = url,
    maxConnections = 10,
    migrate = true,
  }: { direct?: string; maxConnections?: number; migrate?: boolean } = {},
): Promise<Database> {
  await preparePostgres(direct, migrate);
  const pool = new ConnectionPool<Db>({
    connectionString: url,
    max: maxConnections,
    application_name: "plumbline",
    keepAlive: true,
    ...poolLimits,
    ...startupParameters,
  });
  const listeners = await openListeners(direct);
  return {
    db: databaseOn(pool),
    query: (...given) => pool.query(...given),
    kind: "postgresql",
    listen: listeners.listen,
    listened: listeners.listened,
    reconnectListener: listeners.reopen,
    lock: (key, onHeld) => openLock(direct, key, onHeld),
    withLock: (key, work) => withAdvisoryLock(direct, key, work),
    close: async () => {
      const timeout = new Promise<void>((done) => setTimeout(done, closeTimeout).unref());
      await Promise.race([Promise.all([listeners.close(), pool.end()]), timeout]);
    },
  };
}

/**
 * drizzle on our pool. A transaction is the drizzle instance of its connection, so that what is prepared on it
 * (`preparedOn`) serves the connection's next transactions too. The connection returns to the pool however it ends.
 */
function databaseOn(pool: ConnectionPool<Db>): Db {
  const db: Db = mapRowsOnce(drizzle(pool, { schema }));
  const notify = db
    .select({ sent: sql`pg_notify('plumbline_wake', name)` })
    .from(
      // A notification that is lost with the server's power need not have waited for the disk.
      sql`${asynchronousCommit}, unnest(${arrayParameter("tables", "text")}) as tables (name)`,
    )
    .prepare("wake_delivery_loops");
  const wake = openWakeUps((tables) => notify.execute({ tables }));
  passWakesTo(db, wake);
  db.transaction = async (work, options) => {
    const awaited = new Set<AwaitedTable>();
    const result = await pool.use(async (connection) => {
      connection.scope ??= scopeOf(connection);
      const { scope } = connection;
      passWakesTo(scope, (table) => awaited.add(table));
      // Work uses of a transaction what a connection has as well, so that either is passed on as Db.
      return inTransaction(connection, scope, modeOf(options), () => work(scope as unknown as Transaction));
    });
    for (const table of awaited) wake(table);
    return result;
  };
  return db;
}

/** drizzle on one connection. Another transaction on it would commit the one that is open, so it is refused. */
function scopeOf(connection: Connection): Db {
  const scope: Db = mapRowsOnce(drizzle(connection, { schema }));
  // Begun here, so that a handler's own connection, which inherits from this one, keeps what it prepares.
  statementsOf(scope);
  scope.transaction = () => {
    throw new Error("A transaction cannot begin within another one: pass the open one on.");
  };
  return scope;
}

type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];
type TransactionOptions = NonNullable<Parameters<Db["transaction"]>[1]>;

/** The modes of a transaction as BEGIN takes them. */
const modeOf = ({ isolationLevel, accessMode }: TransactionOptions = {}): string =>
  [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(", ");

/** Migrates an embedded database that has been started, and opens the ordinary driver on it. */
export async function openEmbedded(embedded: Embedded): Promise<Database> {
  try {
    let current: PGliteStream | undefined;
    const pool = new ConnectionPool<Db>({
      max: 1,
      idleTimeoutMillis: 0,
      // The database has one connection, so a new stream replaces the previous one.
      stream: () => {
        current?.destroy();
        current = new PGliteStream(embedded);
        // pg uses of its socket what every duplex stream has, and what PGliteStream adds to it.
        return current as unknown as import("node:net").Socket;
      },
    });
    const db = databaseOn(pool);
    await embedded.ready;
    await migrateTables(db);
    return {
      db,
      query: (...given) => pool.query(...given),
      kind: "embedded",
      listen: embedded.listen,
      listened: async () => {},
      reconnectListener: () => {},
      lock: (_key, onHeld) => {
        setImmediate(() => onHeld?.());
        return alwaysHeldLock;
      },
      withLock: (_key, work) => work(),
      close: async () => {
        await pool.end();
        await embedded.close();
      },
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

/** Whether the error is a unique violation, of the named constraint if given (drizzle wraps pg's errors). */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const answer = databaseAnswer(error);
  return answer?.code === "23505" && (constraint === undefined || answer.constraint === constraint);
}

/**
 * A named array parameter of a prepared query, of the SQL type `type[]`. The sub-select hides the array's length from
 * the planner, which otherwise prefers to plan each execution anew because short arrays look cheaper (ADR-010).
 */
export const arrayParameter = (name: string, type: "int" | "bigint" | "text" | "timestamptz" | "bytea") =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;

/**
 * A condition: the column is one of the values. Unlike `inArray`, its text does not depend on how many there are, so that
 * it is prepared once.
 */
export const isAmong = (column: AnyColumn, values: readonly (number | string)[]): SQL =>
  sql`${column} = any(${sql.param(values)})`;

/**
 * Converts a timestamp in JSON from the database to ISO 8601 in UTC with milliseconds. The usual form is shortened as
 * text, which is faster than Date; Date parses all others.
 */
export const isoOf = (moment: string): string =>
  moment.length === 29 && moment.endsWith("+00:00") ? `${moment.slice(0, 23)}Z` : new Date(moment).toISOString();
