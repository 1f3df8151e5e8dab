import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Database, givenList } from "./database.ts";

/**
 * Short messages between the processes of one installation: topic and a payload of ids, never of content. Delivered in
 * this process at once, and to the others through Redis where there is one, else through PostgreSQL's NOTIFY. A lost
 * message costs a live update, not data.
 */
export type Bus = {
  /** `here` goes to listeners of this process only: what the publisher has in hand, so that nobody reads it again. */
  publish(topic: string, payload: unknown, here?: unknown): void;
  subscribe(topic: string, listener: Listener): void;
  close(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: a topic's payload is known to those who agree on the topic
type Listener = (payload: any, here?: any) => void;
/** How texts travel to the other processes; our own may come back. */
type Line = { send(texts: readonly string[]): Promise<unknown>; close(): Promise<void> };

const channel = "plumbline_bus";
/** A notification holds 8,000 bytes at most; several short ones share a round trip. */
const mostAtOnce = 100;

export async function openBus(
  database: Database,
  onError: (error: unknown) => void,
  redisUrl: string | null = null,
  installation = "",
): Promise<Bus> {
  const origin = randomUUID();
  const listeners = new Map<string, Listener[]>();
  const deliver = (topic: string, payload: unknown, here?: unknown) => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(payload, here);
      } catch (error) {
        onError(error);
      }
    }
  };
  const line = await openLine(database, redisUrl ? { url: redisUrl, installation } : null, onError, (text) => {
    const { from, topic, payload } = JSON.parse(text) as { from: string; topic: string; payload: unknown };
    if (from !== origin) deliver(topic, payload);
  });

  // One round trip at a time: order is kept, and a burst travels together.
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  const send = async (to: Line) => {
    while (waiting.length > 0) await to.send(waiting.splice(0, mostAtOnce)).catch(onError);
    sending = null;
  };
  return {
    publish: (topic, payload, here) => {
      deliver(topic, payload, here);
      if (!line) return;
      waiting.push(JSON.stringify({ from: origin, topic, payload }));
      sending ??= send(line);
    },
    subscribe: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    close: async () => {
      await sending;
      await line?.close();
    },
  };
}

/** Null where this process is alone: the embedded database has no other. */
async function openLine(
  database: Database,
  redis: Redises | null,
  onError: (error: unknown) => void,
  onText: (text: string) => void,
): Promise<Line | null> {
  if (redis) return openRedis(redis, onError, onText);
  if (database.kind === "embedded") return null;
  await database.listen(channel, onText);
  const tell = database.db
    .select({ told: sql`pg_notify(${sql.raw(`'${channel}'`)}, text)` })
    // What may be lost need not wait for the disk.
    .from(sql`set_config('synchronous_commit', 'off', true), unnest(${givenList("texts", "text")}) as texts (text)`)
    .prepare("tell_other_processes");
  return {
    send: (texts) => tell.execute({ texts }),
    close: async () => {},
  };
}

type Redises = { url: string; installation: string };

/** A Redis may serve several installations, whose ids mean different things: each has a channel of its own. */
async function openRedis(
  { url, installation }: Redises,
  onError: (error: unknown) => void,
  onText: (text: string) => void,
): Promise<Line> {
  const own = `${channel}_${createHash("sha256").update(installation).digest("hex").slice(0, 16)}`;
  const { Redis } = await import("ioredis");
  const out = new Redis(url, { maxRetriesPerRequest: 3 });
  const into = new Redis(url);
  for (const each of [out, into]) each.on("error", onError);
  into.on("message", (_channel, text) => onText(text));
  await into.subscribe(own);
  return {
    send: async (texts) => {
      const pipeline = out.pipeline();
      for (const text of texts) pipeline.publish(own, text);
      await pipeline.exec();
    },
    close: async () => {
      out.disconnect();
      into.disconnect();
    },
  };
}
