import pg from "pg";

/** A lock that one process of an installation holds, for as long as it lives and reaches the database. */
export type Lock = { held(): boolean; close(): Promise<void> };

/** For the embedded database, which has one process. */
export const ownLock: Lock = { held: () => true, close: async () => {} };

/** How often the holder asks whether it still is, and the others whether they may, in milliseconds. */
const every = 2000;

/**
 * Tries for a lock of PostgreSQL until it is had, and again when it was lost. It belongs to a connection of its own, so
 * that the server takes it back when the process dies, the line breaks, or half a minute goes by without a sign of life.
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
  const look = async () => {
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
    await look();
    if (!closed) timer = setTimeout(() => void (looking = loop()), every).unref();
  };
  let looking: Promise<void> = loop();
  return {
    held: () => held,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
      held = false;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}
