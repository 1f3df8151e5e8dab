import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { arrayParameter, type Database } from "../database/database.ts";
import { withTimeout } from "../with-timeout.ts";

/** Carries messages to the other processes of an installation; a process also receives its own. */
export type Transport = {
  /** Sends texts in order. Rejects when they may not have been sent; sending them again is harmless. */
  send(texts: readonly string[]): Promise<unknown>;
  /** Resolves once everything that others had sent before the call has been received. Rejects when that is not known. */
  received(): Promise<unknown>;
  /** Closes the receiving connection and opens it again, for one that is open but delivers nothing. */
  reopen(): void;
  close(): Promise<void>;
};
/** Called with each message, when receiving has failed, and when it works again. */
export type TransportListener = { text(text: string): void; broken(error?: Error): void; restored(): void };
/** A Redis server, and the installation whose channel is used: one server may serve several installations. */
export type RedisSettings = { url: string; installation: string };

const channel = "plumbline_bus";
/** The timeout of a command, in milliseconds. */
const answerTimeout = 2000;

/** Uses Redis if configured, else PostgreSQL; null for the embedded database, where there is only one process. */
export async function openTransport(
  database: Database,
  redis: RedisSettings | null,
  listener: TransportListener,
): Promise<Transport | null> {
  if (redis) return openRedis(redis, listener);
  return database.kind === "embedded" ? null : openNotify(database, listener);
}

async function openNotify(database: Database, listener: TransportListener): Promise<Transport> {
  await database.listen(channel, listener.text, listener);
  const notifyOthers = database.db
    .select({ sent: sql`pg_notify(${sql.raw(`'${channel}'`)}, text)` })
    // A notification can be sent again, so its commit need not wait for the disk.
    .from(
      sql`set_config('synchronous_commit', 'off', true), unnest(${arrayParameter("texts", "text")}) as texts (text)`,
    )
    .prepare("notify_other_processes");
  return {
    send: (texts) => inTime(notifyOthers.execute({ texts })),
    received: () => database.listened(),
    reopen: () => database.reconnectListener(),
    close: async () => {},
  };
}

async function openRedis({ url, installation }: RedisSettings, listener: TransportListener): Promise<Transport> {
  const ownChannel = `${channel}_${createHash("sha256").update(installation).digest("hex").slice(0, 16)}`;
  const { Redis } = await import("ioredis");
  const options = {
    connectTimeout: answerTimeout,
    // A dead connection would never acknowledge its end.
    disconnectTimeout: 100,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  };
  const publisher = new Redis(url, {
    ...options,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerTimeout,
  });
  const subscriber = new Redis(url, { ...options, autoResubscribe: false, maxRetriesPerRequest: null });
  let failure: Error | undefined;
  const failed = (error: Error) => {
    failure = error;
  };
  publisher.on("error", failed);
  subscriber.on("error", failed);
  subscriber.on("message", (_channel, text) => listener.text(text));
  subscriber.on("close", () => listener.broken(failure));
  const ready = Promise.withResolvers<void>();
  // Without it the first message, by which the others learn of this process, would fail and be sent later.
  const mayPublish = new Promise<void>((resolve) => publisher.once("ready", resolve));
  subscriber.on("ready", () =>
    subscriber.subscribe(ownChannel).then(
      () => {
        ready.resolve();
        listener.restored();
      },
      () => subscriber.disconnect(true),
    ),
  );
  // If Redis is down, the process starts all the same, reads from the database and keeps reconnecting.
  const late = new Promise<void>((resolve) => setTimeout(resolve, answerTimeout).unref());
  await Promise.race([late, Promise.all([ready.promise, mayPublish])]);
  return {
    send: async (texts) => {
      const pipeline = publisher.pipeline();
      for (const text of texts) pipeline.publish(ownChannel, text);
      try {
        for (const [error] of (await inTime(pipeline.exec())) ?? []) if (error) throw error;
      } catch (error) {
        if (publisher.status === "ready") publisher.disconnect(true);
        throw error;
      }
    },
    // Redis answers a connection in the order of what it sends there.
    received: () => subscriber.ping(),
    reopen: () => subscriber.disconnect(true),
    close: async () => {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** The bus's answer; rejects when there is none within so many milliseconds. */
export const inTime = <T>(answer: Promise<T>, milliseconds = answerTimeout): Promise<T> =>
  withTimeout(answer, milliseconds, () => new Error("the bus did not answer in time"));
