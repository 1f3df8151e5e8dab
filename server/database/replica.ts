import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as schema from "../schema.ts";
import { ConnectionPool, streamOf } from "./connection-pool.ts";
import { type Database, type Db, poolLimits, startupParameters } from "./database.ts";
import { databaseAnswer } from "./errors.ts";

/** A standby of PostgreSQL that answers reads (ADR-050). What fails there, its `db` reads from the primary. */
export type Replica = {
  readonly db: Db;
  /** How far it has replayed the primary's log, at least; null while it cannot be read. */
  readonly position: number | null;
  /** How far it was when it last answered. */
  readonly lastPosition: number;
  /** Asks it how far it is. Never rejects. */
  poll(): Promise<void>;
  close(): Promise<void>;
};

const primary = Symbol("the primary of a replica");
type OfReplica = Db & { [primary]?: Db };

/** The primary's instance for a replica's, and any other unchanged: what is kept in memory is read from the primary. */
export const primaryOf = (db: OfReplica): Db => db[primary] ?? db;

type Seen = { position: number | null; server: string };

/** How long it may take to connect and to say how far it is, in milliseconds: the primary can answer instead. */
const answerTimeout = 1000;
/** The code of a statement that ran out of time, which it would on the primary as well. */
const queryCanceled = "57014";

/**
 * Positions in the log are numbers: bytes since its beginning, far below 2^53. A server is recognised by the time of
 * its start.
 */
const howFar = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position,
    pg_postmaster_start_time()::text as server`;

async function ask(client: pg.ClientBase): Promise<Seen> {
  const { rows } = await client.query<Seen>(howFar);
  return rows[0] ?? { position: null, server: "" };
}

/** Reads on a replica; a statement that fails there runs on the primary, whose result or error counts. */
class ReplicaPool extends ConnectionPool<Db> {
  readonly #primary: Database["query"];
  readonly #onFailure: (error: unknown) => void;

  constructor(config: pg.PoolConfig, primary: Database["query"], onFailure: (error: unknown) => void) {
    super(config);
    this.#primary = primary;
    this.#onFailure = onFailure;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; drizzle uses the one with a promise
  override async query(...given: any[]): Promise<any> {
    try {
      return await super.query(...given);
    } catch (error) {
      if (databaseAnswer(error)?.code === queryCanceled) throw error;
      this.#onFailure(error);
      return this.#primary(...given);
    }
  }
}

/**
 * Opens connections to a replica as they are needed. One of them only asks how far it is, and stands for the server
 * that it leads to: behind a balancer a connection that leads to another server is refused, because that one may be
 * less far. `onFailure` is called with the error for which a statement was run on the primary.
 */
export function openReplica(url: string, database: Database, onFailure: (error: unknown) => void): Replica {
  let watch: pg.Client | null = null;
  let seen: Seen | null = null;
  let lastPosition = 0;
  let closed = false;
  const connections = new Set<pg.ClientBase>();
  const pool = new ReplicaPool(
    {
      connectionString: url,
      max: 10,
      application_name: "plumbline replica",
      keepAlive: true,
      ...poolLimits,
      connectionTimeoutMillis: answerTimeout,
      ...startupParameters,
      onConnect: async (client) => {
        connections.add(client);
        client.once("end", () => connections.delete(client));
        if ((await ask(client)).server !== seen?.server) throw new Error("this connection leads to another server");
      },
    },
    database.query,
    onFailure,
  );
  const db: OfReplica = drizzle(pool, { schema });
  db[primary] = database.db;
  db.transaction = database.db.transaction;

  /** A server that does not answer is given up: statements in progress there fail, and run on the primary. */
  const lose = (client: pg.Client) => {
    if (watch !== client) return;
    watch = null;
    seen = null;
    streamOf(client).destroy();
    for (const connection of connections) streamOf(connection).destroy();
  };
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: "plumbline replica",
      keepAlive: true,
      connectionTimeoutMillis: answerTimeout,
      query_timeout: answerTimeout,
    });
    client.on("error", () => lose(client));
    client.on("end", () => lose(client));
    await client.connect();
    if (closed) streamOf(client).destroy();
    return client;
  };
  return {
    db,
    get position() {
      return seen?.position ?? null;
    },
    get lastPosition() {
      return lastPosition;
    },
    poll: async () => {
      if (closed) return;
      try {
        watch ??= await connect();
        const asked = watch;
        const now = await ask(asked).catch((error) => {
          lose(asked);
          throw error;
        });
        if (watch !== asked) return;
        seen = now;
        lastPosition = now.position ?? lastPosition;
      } catch {
        seen = null;
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([watch?.end(), pool.end()]);
    },
  };
}
