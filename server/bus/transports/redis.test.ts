import { randomUUID } from "node:crypto";
import { present } from "@plumbline/contract/present.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { atNight } from "../../../tools/nightly.ts";
import { arrivals } from "../../testing/cable-clients.ts";
import { startCluster, startSentinelled } from "../../testing/redis-servers.ts";
import { hasRedis, startRedis } from "../../testing/servers.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";
import { parseRedisAddress } from "../addresses.ts";
import { openRedis } from "./redis.ts";

/** A process's side of the bus: its transport, and what its listener was told, texts with a mark before them. */
async function open(url: string, installation: string) {
  const told = arrivals<string>(45_000);
  const transport = await openRedis(present(parseRedisAddress(url), "an address of Redis"), installation, {
    text: (text) => told.push(`> ${text}`),
    broken: () => told.push("broken"),
    restored: () => told.push("restored"),
  });
  onTestFinished(transport.close);
  return { ...transport, told };
}
const isBroken = (line: string) => line === "broken";
const isRestored = (line: string) => line === "restored";

describe.runIf(hasRedis)("Redis", () => {
  test("M-17 through Sentinels the bus goes on at the new primary, after a failover that was asked for and after a kill", async () => {
    const sentinelled = await startSentinelled();
    onTestFinished(sentinelled.close);
    const installation = randomUUID();
    const [one, two] = [await open(sentinelled.url, installation), await open(sentinelled.url, installation)];
    const texts = Array.from({ length: 250 }, (_, number) => `in order ${number}`);
    await one.send(texts);
    await two.received();
    expect(two.told.all).toEqual(["restored", ...texts.map((text) => `> ${text}`)]);

    const former = await sentinelled.primary();
    await sentinelled.keepPrimary(former);
    await sentinelled.failOver();
    const next = await sentinelled.primary();
    expect(next).not.toBe(former);
    // The former primary goes on to take publishes: only the Sentinel says that it has been replaced.
    for (const each of [one, two]) {
      await each.told.next(isBroken);
      await each.told.next(isRestored);
    }
    await expect.poll(() => sentinelled.subscribersAt(next)).toBe(2);
    expect(await sentinelled.subscribersAt(former)).toBe(0);
    await pass(one, two, "after the failover");

    await Promise.all([former.stop(), next.stop()]);
    // A Sentinel that was held up for two seconds, by a slow disk say, decides nothing for the next thirty.
    const timeout = 100_000;
    await expect.poll(async () => sentinelled.subscribersAt(await sentinelled.primary()), { timeout }).toBe(2);
    await pass(two, one, "after the kill");
  }, 180_000);

  test("M-17 the bus goes on although it was reopened while it asked a Sentinel for the primary", async () => {
    const sentinelled = await startSentinelled();
    onTestFinished(sentinelled.close);
    const proxy = await startTcpProxy(sentinelled.sentinel);
    onTestFinished(proxy.close);
    const url = sentinelled.url.replace(`:${sentinelled.sentinel.port}/`, `:${proxy.port}/`);
    const one = await open(url, randomUUID());
    await one.told.next(isRestored);
    const watching = proxy.connections();
    proxy.freeze();
    one.reopen();
    await one.told.next(isBroken);
    const asking = 2;
    await expect.poll(proxy.connections).toBe(watching + asking);
    one.reopen();
    proxy.thaw();
    await one.told.next(isRestored);
    await pass(one, one, "after both");
  });

  test("M-17 a connection that hangs before Redis has answered on it is replaced by another", async () => {
    const redis = await startRedis();
    onTestFinished(redis.close);
    const proxy = await startTcpProxy(redis);
    onTestFinished(proxy.close);
    const one = await open(`redis://127.0.0.1:${proxy.port}`, randomUUID());
    await one.told.next(isRestored);
    proxy.freeze();
    one.reopen();
    await one.told.next(isBroken);
    // The one that was opened instead hangs, and is given up as well.
    await one.told.next(isBroken);
    proxy.thaw();
    await one.told.next(isRestored);
    await pass(one, one, "after the hanging");
  });

  test.runIf(atNight)(
    "M-17 a process starts while the Sentinels refuse it, and its error contains no secret",
    async () => {
      const sentinelled = await startSentinelled();
      onTestFinished(sentinelled.close);
      const refused = await open(
        sentinelled.url.replace("sentinel_password=canary", "sentinel_password=wrong"),
        "ours",
      );
      const error: unknown = await refused.send(["lost"]).catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify([error, String(error)])).not.toMatch(/canary|wrong/);
    },
  );

  test.runIf(atNight)("M-17 in a Cluster texts cross the nodes in order, and go on when nodes are killed", async () => {
    const cluster = await startCluster();
    onTestFinished(cluster.close);
    const installation = randomUUID();
    const [one, two] = [await open(cluster.url, installation), await open(cluster.url, installation)];
    const texts = Array.from({ length: 250 }, (_, number) => `in order ${number}`);
    for (const text of texts) await one.send([text]);
    await two.told.until("all", (all) => all.length > texts.length);
    expect(two.told.all).toEqual(["restored", ...texts.map((text) => `> ${text}`)]);
    await expect(two.received()).rejects.toThrow("a Redis Cluster");

    const [publishing, subscribing, third] = cluster.nodes;
    if (!publishing || !subscribing || !third) throw new Error("three nodes were started");
    expect(await cluster.subscribersAt(subscribing)).toBe(2);
    await subscribing.stop();
    await expect.poll(() => cluster.subscribersAt(third)).toBe(2);
    await pass(one, two, "after one kill");
    await publishing.stop();
    await pass(two, one, "after two kills");
  });
});

type Side = Awaited<ReturnType<typeof open>>;
/** Sends a text until it leaves, as the bus does, and resolves when the other has it. */
async function pass(from: Side, to: Side, text: string): Promise<void> {
  const leaves = () =>
    from.send([text]).then(
      () => true,
      () => false,
    );
  await expect.poll(leaves).toBe(true);
  await to.told.until(text, (all) => all.includes(`> ${text}`));
}
