import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import { Redis } from "ioredis";
import { freePort, startRedis, startSentinel, until } from "./servers.ts";

// Several Redis servers of a test's own that belong together.

/** Asks one server, on a connection that ends with the answer. */
async function ask<T>(port: number, password: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, "127.0.0.1", { retryStrategy: () => null, ...(password ? { password } : {}) });
  redis.on("error", () => {});
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/** A primary called "ours", two replicas, and a Sentinel that watches them, with passwords. Ends with `close`. */
export async function startSentinelled() {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-sentinel-"));
  const [password, ofSentinel] = ["canary-redis", "canary-sentinel"];
  // A replica writes what it gets from its primary into a file.
  const secrets = ["--requirepass", password, "--masterauth", password, "--dir", folder];
  // A primary waits for further replicas before it sends what it has.
  const first = await startRedis([...secrets, "--repl-diskless-sync-delay", "0"]);
  const following = [...secrets, "--replicaof", "127.0.0.1", String(first.port)];
  const servers = [first, await startRedis(following), await startRedis(following)];
  const isFollowedBy = (replicas: number) => async () => {
    const facts = await ask((await primary()).port, password, (redis) => redis.info("replication"));
    return (facts.match(/state=online/g) ?? []).length >= replicas;
  };
  const port = await freePort();
  const settings = [
    `port ${port}`,
    "bind 127.0.0.1",
    `requirepass ${ofSentinel}`,
    `sentinel monitor ours 127.0.0.1 ${first.port} 1`,
    `sentinel auth-pass ours ${password}`,
    "sentinel down-after-milliseconds ours 500",
    "sentinel failover-timeout ours 1000",
  ];
  await writeFile(join(folder, "sentinel.conf"), settings.join("\n"));
  let sentinel: Awaited<ReturnType<typeof startSentinel>> | null = null;
  const primary = async () => {
    if (!sentinel) return first;
    const address = await ask(port, ofSentinel, (redis) => redis.call("sentinel", "get-master-addr-by-name", "ours"));
    const named = servers.find((server) => Array.isArray(address) && String(server.port) === address[1]);
    return present(named, "the primary");
  };
  // A Sentinel asks for replicas when it starts, and then every ten seconds.
  await until("the replicas follow", isFollowedBy(2), 30_000);
  sentinel = await startSentinel(join(folder, "sentinel.conf"), port);
  return {
    /** The first Sentinel of the address is down. */
    url: `redis+sentinel://:${password}@127.0.0.1:${await freePort()},127.0.0.1:${port}/ours?sentinel_password=${ofSentinel}`,
    /** Where the Sentinel of the address listens that is not down. */
    sentinel: { host: "127.0.0.1", port },
    primary,
    /** Makes a replica the primary, and resolves once the Sentinel says so and the other replica follows it. */
    failOver: async () => {
      const before = await primary();
      const order = () => ask(port, ofSentinel, (redis) => redis.call("sentinel", "failover", "ours"));
      await until("the Sentinel knows the replicas", async () => (await order()) === "OK", 30_000);
      await until("a replica is the primary", async () => (await primary()) !== before, 30_000);
      await until("the other replica follows it", isFollowedBy(1), 30_000);
    },
    /** Keeps the Sentinel from making this primary a replica, which would end its connections, after another has taken over. */
    keepPrimary: ({ port }: { port: number }) =>
      ask(port, password, (redis) => redis.call("acl", "setuser", "default", "-slaveof", "-replicaof")),
    /** How many connections subscribe to a channel of the bus at a server. */
    subscribersAt: (server: { port: number }) => ask(server.port, password, subscribers),
    close: async () => {
      await Promise.all([sentinel, ...servers].map((each) => each?.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function subscribers(redis: Redis): Promise<number> {
  const channels = await redis.pubsub("CHANNELS", "plumbline_bus_*");
  const counts = await redis.pubsub("NUMSUB", ...channels.map(String));
  return counts.reduce<number>((sum, count, at) => (at % 2 ? sum + Number(count) : sum), 0);
}

/** A Cluster of three nodes. Ends with `close`. */
export async function startCluster() {
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), "plumbline-cluster-"))));
  const nodes = await Promise.all(
    folders.map(async (folder) => {
      const busPort = await freePort();
      const args = ["--cluster-enabled", "yes", "--cluster-port", String(busPort), "--dir", folder];
      return { busPort, ...(await startRedis([...args, "--cluster-node-timeout", "1000"])) };
    }),
  );
  const [first] = nodes;
  if (!first) throw new Error("three nodes were started");
  for (const [at, node] of nodes.entries()) {
    const slots = [[0, 5460] as const, [5461, 10_922] as const, [10_923, 16_383] as const][at] ?? [0, 0];
    await ask(node.port, "", (redis) => redis.call("cluster", "addslotsrange", ...slots));
    // With the same number for each, the nodes would have to agree on one first.
    await ask(node.port, "", (redis) => redis.call("cluster", "set-config-epoch", at + 1));
    if (node !== first)
      await ask(first.port, "", (redis) => redis.call("cluster", "meet", "127.0.0.1", node.port, node.busPort));
  }
  for (const { port } of nodes) {
    const info = () => ask(port, "", (redis) => redis.call("cluster", "info"));
    const knows = async () => /cluster_state:ok.*cluster_known_nodes:3/s.test(String(await info()));
    await until("the node knows the others", knows, 30_000);
  }
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    nodes,
    subscribersAt: (node: { port: number }) => ask(node.port, "", subscribers),
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
