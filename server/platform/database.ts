import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import * as schema from "../schema.ts";
import type { Embedded } from "./embedded.ts";
import { PGliteStream } from "./pglite-stream.ts";

/** A connection, or a transaction: functions that touch the database take it first. */
export type Db = NodePgDatabase<typeof schema>;

/** Called with the payload of a NOTIFY. */
type Listener = (payload: string) => void;

export type Database = {
  db: Db;
  /** Names the kind for health and logs. */
  kind: "postgresql" | "embedded";
  listen(channel: string, listener: Listener): Promise<void>;
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
    close: async () => {
      await listeners.close();
      await pool.end();
    },
  };
}

/** One connection that only listens, made again when it breaks. */
async function openListeners(url: string) {
  const channels = new Map<string, Listener[]>();
  let closed = false;
  let client: pg.Client;
  const open = async () => {
    client = new pg.Client({ connectionString: url, application_name: "plumbline listener", keepAlive: true });
    client.on("notification", ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? "");
    });
    client.on("error", () => {});
    client.on("end", () => {
      if (!closed) setTimeout(() => void open().catch(() => client.emit("end")), 500).unref();
    });
    await client.connect();
    for (const channel of channels.keys()) await client.query(`listen ${channel}`);
  };
  await open();
  return {
    listen: async (channel: string, listener: Listener) => {
      const existing = channels.get(channel);
      if (existing) existing.push(listener);
      else {
        channels.set(channel, [listener]);
        await client.query(`listen ${channel}`);
      }
    },
    close: async () => {
      closed = true;
      await client.end();
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
