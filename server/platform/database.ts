import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as schema from "../schema.ts";
import { type Lock, openLock, ownLock } from "./advisory-lock.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { databaseAnswer } from "./database-errors.ts";
import type { Embedded } from "./embedded.ts";
import { type Listener, type ListenerWatch, openListeners } from "./listeners.ts";
import { migrateTables } from "./migrations.ts";
import { PGliteStream } from "./pglite-stream.ts";
import { migratePostgres, underLock } from "./postgres-start.ts";

/** A connection, or a transaction: functions that touch the database take it first. */
export type Db = NodePgDatabase<typeof schema>;

export type Database = {
  db: Db;
  /** Names the kind for health and logs. */
  kind: "postgresql" | "embedded";
  /** Hears NOTIFY on a channel; `watch` learns when nothing is heard any more, and when it is again. */
  listen(channel: string, listener: Listener, watch?: ListenerWatch): Promise<void>;
  /** Opens the listening connection anew, when it looks alive and carries nothing. */
  relisten(): void;
  /** A lock between the processes of this installation, tried for until it is had; `onHeld` each time it is. */
  lock(key: number, onHeld?: () => void): Lock;
  /** Does something while no other process of this installation does anything under the same key; waits for its turn. */
  exclusively(key: number, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Nothing waits for ever, in milliseconds: for a connection, for a lock, for a statement as the server counts it, and for
 * an answer that the network may have swallowed. A transaction whose process has stopped gives its locks back.
 */
const limits = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 10_000,
  statement_timeout: 15_000,
  query_timeout: 18_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;
/** So long a stop waits for connections to close, in milliseconds: a frozen server never answers. */
const closesWithin = 3000;

// Counts and identities come back as numbers: none of ours comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Days stay "YYYY-MM-DD": a Date would move them across midnight.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** Opens PostgreSQL at a URL and migrates it, one process at a time. Throws when it cannot be reached. */
export async function openPostgres(url: string, { most = 10 }: { most?: number } = {}): Promise<Database> {
  await migratePostgres(url);
  const pool = new ConnectionPool<Db>({
    connectionString: url,
    max: most,
    application_name: "plumbline",
    keepAlive: true,
    ...limits,
  });
  const listeners = await openListeners(url);
  return {
    db: databaseOn(pool),
    kind: "postgresql",
    listen: listeners.listen,
    relisten: listeners.reopen,
    lock: (key, onHeld) => openLock(url, key, onHeld),
    exclusively: (key, work) => underLock(url, key, work),
    close: async () => {
      const waitedLongEnough = new Promise<void>((done) => setTimeout(done, closesWithin).unref());
      await Promise.race([Promise.all([listeners.close(), pool.end()]), waitedLongEnough]);
    },
  };
}

/** drizzle on our pool; a transaction has a connection of its own, which comes back however the transaction ends. */
function databaseOn(pool: ConnectionPool<Db>): Db {
  const db: Db = drizzle(pool, { schema });
  db.transaction = (work, options) =>
    pool.use((connection) => {
      connection.scope ??= drizzle(connection, { schema }) as Db;
      return connection.scope.transaction(work, options);
    });
  return db;
}

/** Migrates an embedded database that has been started, and opens the one driver on it. */
export async function openEmbedded(embedded: Embedded): Promise<Database> {
  try {
    let current: PGliteStream | undefined;
    const pool = new ConnectionPool<Db>({
      max: 1,
      idleTimeoutMillis: 0,
      // The database has one connection; the stream stands where pg expects a socket, the newest in place of all others.
      stream: () => {
        current?.destroy();
        current = new PGliteStream(embedded);
        return current as unknown as import("node:net").Socket;
      },
    });
    const db = databaseOn(pool);
    await embedded.ready;
    await migrateTables(db);
    return {
      db,
      kind: "embedded",
      listen: embedded.listen,
      relisten: () => {},
      lock: (_key, onHeld) => {
        setImmediate(() => onHeld?.());
        return ownLock;
      },
      exclusively: (_key, work) => work(),
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

/** True when the error is a unique violation of the named constraint (drizzle wraps what pg throws). */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const answer = databaseAnswer(error);
  return answer?.code === "23505" && (constraint === undefined || answer.constraint === constraint);
}

/**
 * A prepared query's list, given by name, of the SQL type `type[]`. Behind a sub-select the planner does not see how long
 * it is: it keeps one plan, where it would make one each time because a short list looks cheaper than one it does not know.
 */
export const givenList = (name: string, type: "int" | "text" | "timestamptz") =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;

/**
 * A moment as it stands in JSON that the database writes, as the wire has it: ISO 8601 in UTC. The usual one is cut to
 * length; Date, which reads anything, is for the rest.
 */
export const isoOf = (moment: string): string =>
  moment.length === 29 && moment.endsWith("+00:00") ? `${moment.slice(0, 23)}Z` : new Date(moment).toISOString();
