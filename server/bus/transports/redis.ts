import type { RedisAddress } from "../addresses.ts";
import { answerTimeout, inTime, shortNameOf, type Transport, type TransportListener } from "./transport.ts";

/** Sends by Redis' publish and subscribe. Without a Redis it keeps connecting. */
export async function openRedis(
  { url }: RedisAddress,
  installation: string,
  listener: TransportListener,
): Promise<Transport> {
  const channel = `plumbline_bus_${shortNameOf(installation)}`;
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
    subscriber.subscribe(channel).then(
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
      for (const text of texts) pipeline.publish(channel, text);
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
