import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Database, givenList } from "./database.ts";

/** How texts travel to the other processes of an installation; our own come back, too. */
export type Line = {
  /** Hands texts over in order. Rejects when they may not have left; handing them over again is harmless. */
  send(texts: readonly string[]): Promise<unknown>;
  /** Drops what we hear by and opens it again: for a connection that looks alive and carries nothing. */
  reopen(): void;
  close(): Promise<void>;
};
/** What a line tells: a text, that it hears nothing any more, and that it hears again. */
export type Ear = { text(text: string): void; broken(error?: Error): void; restored(): void };
/** A Redis, and the installation whose channel is used: one Redis may serve several, whose ids mean different things. */
export type RedisSettings = { url: string; installation: string };

const channel = "plumbline_bus";
/** How long the other end may take to answer, in milliseconds. */
const patience = 2000;

/** Over Redis where there is one, else over PostgreSQL; null where this process is alone: embedded there is no other. */
export async function openLine(database: Database, redis: RedisSettings | null, ear: Ear): Promise<Line | null> {
  if (redis) return openRedis(redis, ear);
  return database.kind === "embedded" ? null : openNotify(database, ear);
}

async function openNotify(database: Database, ear: Ear): Promise<Line> {
  await database.listen(channel, ear.text, ear);
  const tell = database.db
    .select({ told: sql`pg_notify(${sql.raw(`'${channel}'`)}, text)` })
    // What may be sent again need not wait for the disk.
    .from(sql`set_config('synchronous_commit', 'off', true), unnest(${givenList("texts", "text")}) as texts (text)`)
    .prepare("tell_other_processes");
  return {
    send: (texts) => answeredInTime(tell.execute({ texts })),
    reopen: () => database.relisten(),
    close: async () => {},
  };
}

async function openRedis({ url, installation }: RedisSettings, ear: Ear): Promise<Line> {
  const own = `${channel}_${createHash("sha256").update(installation).digest("hex").slice(0, 16)}`;
  const { Redis } = await import("ioredis");
  const options = {
    connectTimeout: patience,
    // A connection that carries nothing would never acknowledge its end.
    disconnectTimeout: 100,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  };
  const out = new Redis(url, {
    ...options,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patience,
  });
  const into = new Redis(url, { ...options, autoResubscribe: false, maxRetriesPerRequest: null });
  let failure: Error | undefined;
  const failed = (error: Error) => {
    failure = error;
  };
  out.on("error", failed);
  into.on("error", failed);
  into.on("message", (_channel, text) => ear.text(text));
  into.on("close", () => ear.broken(failure));
  const ready = Promise.withResolvers<void>();
  into.on("ready", () =>
    into.subscribe(own).then(
      () => {
        ready.resolve();
        ear.restored();
      },
      () => into.disconnect(true),
    ),
  );
  // Without Redis a process starts all the same, reads what the others write from the log, and goes on trying.
  setTimeout(ready.resolve, patience).unref();
  await ready.promise;
  return {
    send: async (texts) => {
      const pipeline = out.pipeline();
      for (const text of texts) pipeline.publish(own, text);
      try {
        for (const [error] of (await answeredInTime(pipeline.exec())) ?? []) if (error) throw error;
      } catch (error) {
        if (out.status === "ready") out.disconnect(true);
        throw error;
      }
    },
    reopen: () => into.disconnect(true),
    close: async () => {
      out.disconnect();
      into.disconnect();
    },
  };
}

async function answeredInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the bus did not answer in time")), patience);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
