import { Socket } from "node:net";
import pg from "pg";

/** Called with the payload of a NOTIFY. */
export type Listener = (payload: string) => void;

/** Called when the listening connection breaks and is restored; notifications sent in between are lost. */
export type ListenerWatch = { broken(): void; restored(): void };

export type Listeners = {
  /** Subscribes to a channel, effective when the promise resolves; `watch` is called at every break. */
  listen(channel: string, listener: Listener, watch?: ListenerWatch): Promise<void>;
  /** Resolves once everything that was notified before the call has been handed over. Rejects without a connection. */
  listened(): Promise<unknown>;
  /** Replaces the connection, for one that looks open but delivers nothing. */
  reopen(): void;
  close(): Promise<void>;
};

/** How long a connection may take to open and to respond, in milliseconds. */
const answerTimeout = 2000;
/** The longest delay between attempts to reconnect, in milliseconds. */
const maxRetryDelay = 500;

/** One PostgreSQL connection for LISTEN, reopened whenever it breaks. Throws when it cannot be opened at first. */
export async function openListeners(url: string): Promise<Listeners> {
  const channels = new Map<string, Listener[]>();
  const watches: ListenerWatch[] = [];
  let current: { client: pg.Client; line: Socket } | null = null;
  let closed = false;

  const connect = async () => {
    // With our own socket a dead connection can be destroyed, where client.end() would wait for the server forever.
    const line = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: "plumbline listener",
      keepAlive: true,
      connectionTimeoutMillis: answerTimeout,
      query_timeout: answerTimeout,
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
    line.once("close", onDisconnect);
  };
  const onDisconnect = () => {
    current = null;
    if (closed) return;
    for (const { broken } of watches) broken();
    reconnect(0);
  };
  const reconnect = (attempt: number) => {
    if (closed) return;
    setTimeout(
      () =>
        connect().then(
          () => {
            for (const { restored } of watches) restored();
          },
          () => reconnect(attempt + 1),
        ),
      Math.min(maxRetryDelay, attempt * 100),
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
    // PostgreSQL sends a connection its notifications before it says that a statement is done.
    listened: async () => {
      if (!current) throw new Error("the listening connection is broken");
      await current.client.query("select");
    },
    reopen: () => current?.line.destroy(),
    close: async () => {
      closed = true;
      const last = current;
      if (!last) return;
      const gone = new Promise<void>((done) => last.line.once("close", () => done()));
      last.client.end().catch(() => {});
      setTimeout(() => last.line.destroy(), answerTimeout).unref();
      await gone;
    },
  };
}
