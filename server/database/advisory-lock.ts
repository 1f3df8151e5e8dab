import pg from "pg";

/** A lock that one process of an installation holds while it runs and is connected to the database. */
export type Lock = { held(): boolean; close(): Promise<void> };

/** For the embedded database, which has one process. */
export const alwaysHeldLock: Lock = { held: () => true, close: async () => {} };

/** How often the holder checks its connection and the other processes try to acquire the lock, in milliseconds. */
const pollInterval = 2000;

/**
 * Tries to acquire an advisory lock of PostgreSQL until it succeeds, and again after losing it. The lock has its own
 * connection, so the server releases it when the process dies, the connection breaks or keepalives fail for 30 seconds.
 */
export function openLock(url: string, key: number, onHeld: () => void = () => {}): Lock {
  let client: pg.Client | null = null;
  let held = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const drop = () => {
    held = false;
    client?.end().catch(() => {});
    client = null;
  };
  const open = async () => {
    const opened = new pg.Client({
      connectionString: url,
      application_name: "plumbline lock",
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      options: "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4",
    });
    opened.on("error", () => {
      if (client === opened) drop();
    });
    await opened.connect();
    return opened;
  };
  const poll = async () => {
    try {
      client ??= await open();
      if (held) await client.query("select 1");
      else {
        const { rows } = await client.query<{ had: boolean }>("select pg_try_advisory_lock($1) as had", [key]);
        held = rows[0]?.had === true && client !== null;
        if (held && !closed) onHeld();
      }
    } catch {
      drop();
    }
  };
  const loop = async () => {
    await poll();
    if (!closed) timer = setTimeout(() => void (polling = loop()), pollInterval).unref();
  };
  let polling: Promise<void> = loop();
  return {
    held: () => held,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await polling;
      held = false;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}
