import { connect as connectPlain, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { present } from "@plumbline/contract/present.ts";
import type { Redis, RedisOptions } from "ioredis";
import type { RedisAddress } from "../addresses.ts";
import {
  answerTimeout,
  inTime,
  readyOrLate,
  shortNameOf,
  type Transport,
  type TransportListener,
} from "./transport.ts";

/**
 * Returns what opens a connection that takes publishes: to the one server, to the primary that the Sentinels name, or to a node
 * of the Cluster, the next one whenever it breaks. The client of ioredis for a Cluster is not used: it publishes through
 * whichever node, and texts that take different ways do not arrive in order.
 */
export async function redisOpener(address: RedisAddress): Promise<(options: RedisOptions) => Redis> {
  const { Redis, AbstractConnector } = await import("ioredis");
  if (address.kind === "redis") return (options) => new Redis(address.url, options);
  const { nodes, tls, user } = address;
  const encrypted = tls ? { tls: {} } : {};
  if (address.kind === "sentinel") {
    const { primary, sentinelUser } = address;
    return (options) =>
      new Redis({
        sentinels: [...nodes],
        name: primary,
        ...(user ?? {}),
        ...(sentinelUser && { sentinelUsername: sentinelUser.username, sentinelPassword: sentinelUser.password }),
        ...(tls ? { ...encrypted, enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
        sentinelCommandTimeout: answerTimeout,
        ...options,
      });
  }
  let turn = 0;
  class NextNode extends AbstractConnector {
    constructor() {
      super(disconnectTimeout);
    }
    connect() {
      const node = present(nodes[turn++ % nodes.length], "a node");
      this.connecting = true;
      this.stream = tls
        ? connectTls({ ...node, ...(isIP(node.host) ? {} : { servername: node.host }) })
        : connectPlain(node);
      this.stream.once("error", (error) => {
        this.firstError = error;
      });
      return Promise.resolve(this.stream);
    }
  }
  return (options) => new Redis({ ...(user ?? {}), ...encrypted, ...options, Connector: NextNode });
}

/**
 * Calls `moved` when a Sentinel says that another server has become the primary: the former one takes publishes for ten more
 * seconds. The client's own detector writes to standard error for as long as a Sentinel is down. `watching` resolves once one
 * Sentinel tells us, and is nothing to wait for where there are none.
 */
async function watchSentinels(
  address: RedisAddress,
  moved: () => void,
): Promise<{ watching: Promise<unknown>; end: () => void }> {
  if (address.kind !== "sentinel") return { watching: Promise.resolve(), end: () => {} };
  const { Redis } = await import("ioredis");
  const { nodes, primary, tls, sentinelUser } = address;
  const watchers = nodes.map((node) => {
    const watcher = new Redis({
      ...node,
      ...(sentinelUser ?? {}),
      ...(tls ? { tls: {} } : {}),
      connectTimeout: answerTimeout,
      disconnectTimeout,
      enableReadyCheck: false,
      maxRetriesPerRequest: null,
      retryStrategy: () => 1000,
    });
    watcher.on("error", () => {});
    watcher.on("message", (_channel, text) => {
      if (text.split(" ", 1)[0] === primary) moved();
    });
    return watcher;
  });
  return {
    // A Sentinel that refuses our credentials must not prevent the start.
    watching: Promise.any(watchers.map((watcher) => watcher.subscribe("+switch-master"))).catch(() => {}),
    end: () => {
      for (const watcher of watchers) watcher.disconnect();
    },
  };
}

/** A dead connection would never acknowledge its end. In milliseconds. */
const disconnectTimeout = 100;

/** Sends by Redis' publish and subscribe. Without a Redis it keeps connecting. */
export async function openRedis(
  address: RedisAddress,
  installation: string,
  listener: TransportListener,
): Promise<Transport> {
  const channel = `plumbline_bus_${shortNameOf(installation)}`;
  const open = await redisOpener(address);
  const options = {
    connectTimeout: answerTimeout,
    disconnectTimeout,
    // Also for the client's own commands before a connection is ready, so that one that hangs there is opened again.
    commandTimeout: answerTimeout,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  };
  // In a Cluster they begin on two nodes: our own messages then come back only through what connects the nodes.
  const publisher = open({ ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const subscriber = open({ ...options, autoResubscribe: false, maxRetriesPerRequest: null });
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
        failure = undefined;
        listener.restored();
      },
      () => subscriber.disconnect(true),
    ),
  );
  let closed = false;
  // One that is disconnected while it asks a Sentinel for the primary ends, and the client does not connect it again.
  for (const client of [publisher, subscriber]) client.on("end", () => closed || client.connect().catch(() => {}));
  const reopen = () => {
    // A former primary, or a node that the others have left, may take publishes that reach nobody.
    publisher.disconnect(true);
    subscriber.disconnect(true);
  };
  const sentinels = await watchSentinels(address, reopen);
  await readyOrLate(Promise.all([ready.promise, mayPublish, sentinels.watching]));
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
    received: async () => {
      // Another node may still have what was sent to it.
      if (address.kind === "cluster") throw new Error("a Redis Cluster does not tell what is under way in it");
      // Redis answers a connection in the order of what it sends there.
      await subscriber.ping();
    },
    reopen,
    close: async () => {
      closed = true;
      sentinels.end();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
