import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import * as schema from "../schema.ts";
import type { Embedded } from "./embedded.ts";
import { type Listener, type ListenerWatch, openListeners } from "./listeners.ts";
import { PGliteStream } from "./pglite-stream.ts";

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
  close(): Promise<void>;
};

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));
const migrationLock = 7_261_001;

// Counts and identities come back as numbers: none of ours comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Days stay "YYYY-MM-DD": a Date would move them across midnight.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** Opens PostgreSQL at a URL and migrates it, one process at a time. Throws when it cannot be reached. */
export async function openPostgres(url: string, { most = 10 }: { most?: number } = {}): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: most, application_name: "plumbline" });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  const db = drizzle(pool, { schema });
  const one = await pool.connect();
  try {
    await one.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(one, { schema }), { migrationsFolder });
    await one.query("select pg_advisory_unlock($1)", [migrationLock]);
  } finally {
    one.release();
  }
  const listeners = await openListeners(url);
  return {
    db,
    kind: "postgresql",
    listen: listeners.listen,
    relisten: listeners.reopen,
    close: async () => {
      await listeners.close();
      await pool.end();
    },
  };
}

/** Migrates an embedded database that has been started, and opens the one driver on it. */
export async function openEmbedded(embedded: Embedded): Promise<Database> {
  try {
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      // The database has one connection; the stream stands where pg expects a socket.
      stream: () => new PGliteStream(embedded) as unknown as import("node:net").Socket,
    });
    pool.on("error", () => {});
    const db = drizzle(pool, { schema });
    await embedded.ready;
    await migrate(db, { migrationsFolder });
    return {
      db,
      kind: "embedded",
      listen: embedded.listen,
      relisten: () => {},
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
  const cause = (error as { cause?: { code?: string; constraint?: string } }).cause;
  return cause?.code === "23505" && (constraint === undefined || cause.constraint === constraint);
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
