import { Socket } from "node:net";
import pg from "pg";

/** Called with the payload of a NOTIFY. */
export type Listener = (payload: string) => void;

/** How the listening connection fares: what was notified between `broken` and `restored` was not heard. */
export type ListenerWatch = { broken(): void; restored(): void };

export type Listeners = {
  /** Hears a channel from when the promise settles; `watch` learns of every break. */
  listen(channel: string, listener: Listener, watch?: ListenerWatch): Promise<void>;
  /** Drops the connection and opens another: for one that looks alive and carries nothing. */
  reopen(): void;
  close(): Promise<void>;
};

/** How long a connection may take to open and to answer, in milliseconds. */
const patience = 2000;
/** Waits between attempts grow up to this, in milliseconds. */
const longestWait = 500;

/** One PostgreSQL connection that only listens, opened again whenever it breaks. Throws when the first cannot be opened. */
export async function openListeners(url: string): Promise<Listeners> {
  const channels = new Map<string, Listener[]>();
  const watches: ListenerWatch[] = [];
  let current: { client: pg.Client; line: Socket } | null = null;
  let closed = false;

  const connect = async () => {
    // A socket of our own can be destroyed when the other end is gone without a word, where `end` would wait for ever.
    const line = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: "plumbline listener",
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      stream: () => line,
    });
    client.on("error", () => line.destroy());
    client.on("notification", ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? "");
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`listen ${channel}`);
    } catch (error) {
      line.destroy();
      throw error;
    }
    if (closed || line.destroyed) {
      line.destroy();
      throw new Error("the listening connection was closed while it was opened");
    }
    current = { client, line };
    line.once("close", lost);
  };
  const lost = () => {
    current = null;
    if (closed) return;
    for (const { broken } of watches) broken();
    again(0);
  };
  const again = (attempt: number) => {
    if (closed) return;
    setTimeout(
      () =>
        connect().then(
          () => {
            for (const { restored } of watches) restored();
          },
          () => again(attempt + 1),
        ),
      Math.min(longestWait, attempt * 100),
    ).unref();
  };

  await connect();
  return {
    listen: async (channel, listener, watch) => {
      if (watch) watches.push(watch);
      const existing = channels.get(channel);
      if (existing) return void existing.push(listener);
      channels.set(channel, [listener]);
      // While there is no connection, the next one listens to all channels.
      await current?.client.query(`listen ${channel}`);
    },
    reopen: () => current?.line.destroy(),
    close: async () => {
      closed = true;
      const last = current;
      if (!last) return;
      const gone = new Promise<void>((done) => last.line.once("close", () => done()));
      last.client.end().catch(() => {});
      setTimeout(() => last.line.destroy(), patience).unref();
      await gone;
    },
  };
}
