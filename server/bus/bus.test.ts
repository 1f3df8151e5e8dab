import { randomUUID } from "node:crypto";
import { connect } from "@nats-io/transport-node";
import type { NotificationFrame } from "@plumbline/contract/notifications/frames.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { sessionsTopic } from "../auth/topics.ts";
import { streamsOf } from "../cable/stream.ts";
import type { Database } from "../database/database.ts";
import type { Listener, ListenerWatch } from "../database/listeners.ts";
import { listingsTopic } from "../features/matching/topics.ts";
import { messageChangedTopic, messageReadTopic, messageTopic, typingTopic } from "../features/messages/topics.ts";
import { memberChangedTopic, notificationsReadTopic, notificationTopic } from "../features/notifications/topics.ts";
import { arrivals } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";
import { hasNats, hasRedis, startNats, startRedis } from "../testing/servers.ts";
import { type BusAddress, parseNatsAddress, parseRedisAddress, type RedisAddress } from "./addresses.ts";
import { openBus } from "./bus.ts";
import { RowId, topic } from "./topic.ts";
import { natsSubject } from "./transports/nats.ts";
import { openRedis } from "./transports/redis.ts";
import { shortNameOf } from "./transports/transport.ts";

const server = testServer();
const WithId = z.object({ id: RowId });
const [first, second] = [topic<{ id: number }, string>("first", WithId), topic("second", WithId)];
const counts = topic<number | string, string>("count", z.union([z.number(), z.string()]));
const fail = (error: unknown) => {
  throw error;
};

test("M-17 in its own process a message is delivered at once, with the local payload; a failing subscriber affects no other", async () => {
  const errors: unknown[] = [];
  const bus = await openBus(server.context.database, (error) => errors.push(error));
  const received: unknown[] = [];
  bus.subscribe(first, () => fail(new Error("as asked")));
  bus.subscribe(first, (payload, local) => received.push([payload, local]));
  bus.subscribe(second, () => received.push("never"));
  bus.publish(first, { id: 1 }, "in hand");
  expect(received).toEqual([[{ id: 1 }, "in hand"]]);
  expect(errors).toHaveLength(1);
  await bus.close();
});

const redis = process.env["TEST_REDIS_URL"];
const onPostgres = process.env["TEST_DATABASE_URL"] !== undefined;
let ownNats: Awaited<ReturnType<typeof startNats>> | null = null;
beforeAll(async () => {
  ownNats = hasNats ? await startNats() : null;
});
afterAll(() => ownNats?.close());
const transports: [name: string, there: boolean, address: () => BusAddress | null][] = [
  ["PostgreSQL", onPostgres, () => null],
  ["Redis", redis !== undefined, () => parseRedisAddress(redis ?? "")],
  ["NATS", hasNats, () => parseNatsAddress(ownNats?.url ?? "")],
];

test.each(transports.filter(([, there]) => there))(
  "M-17 between processes over %s: payloads of ids, each once and in order, and not back to the sender",
  async (_, _there, address) => {
    // Another run of this test may use the same server.
    const installation = randomUUID();
    const one = await openBus(server.context.database, fail, address(), installation);
    const met = arrivals<string>();
    one.onGap(() => met.push("met"));
    const two = await openBus(server.context.database, fail, address(), installation);
    // A process sends nothing until it knows of another one.
    await met.next();
    const [atOne, atTwo] = [arrivals<unknown>(), arrivals<unknown>()];
    one.subscribe(counts, (payload) => atOne.push(payload));
    two.subscribe(counts, (payload, local) => atTwo.push([payload, local]));
    for (let count = 0; count < 250; count++) one.publish(counts, count, "in hand");
    await atTwo.until("all", (all) => all.length === 250);
    expect(atTwo.all).toEqual(Array.from({ length: 250 }, (_each, count) => [count, undefined]));
    two.publish(counts, "the end");
    await atOne.until("the end", (all) => all.includes("the end"));
    expect(atOne.all).toHaveLength(251);
    await expect.poll(() => two.isUpToDate()).toBe(true);
    await Promise.all([one.close(), two.close()]);
  },
);

test.runIf(hasRedis)("M-17 an outage of Redis is reported once, whatever fails in it, and so is the next", async () => {
  const redis = await startRedis();
  onTestFinished(redis.close);
  const address = parseRedisAddress(redis.url) as RedisAddress;
  const reported: unknown[] = [];
  const open = async () => {
    const bus = await openBus(server.context.database, (error) => reported.push(error), address, "ours");
    onTestFinished(bus.close);
    return bus;
  };
  const [one, two] = [await open(), await open()];
  await expect.poll(() => [one.otherProcesses(), two.otherProcesses()]).toEqual([1, 1]);
  for (const outages of [1, 2]) {
    // An outage has ended for a process that has sent several texts since.
    const heard = arrivals<string>();
    const listener = await openRedis(address, "ours", { text: heard.push, broken: () => {}, restored: () => {} });
    await heard.until("three texts of each", (texts) => timesEach(texts).filter((times) => times > 2).length === 2);
    await listener.close();
    const before = one.gapCount();
    await redis.stop();
    // Every quarter of a second in which sending or receiving fails counts.
    await expect.poll(() => one.gapCount()).toBeGreaterThan(before + 6);
    await redis.start();
    expect(reported.map(String)).toHaveLength(2 * outages);
  }
});
const timesEach = (texts: readonly string[]): number[] => {
  const senders = Map.groupBy(texts, (text) => (JSON.parse(text) as { from: string }).from);
  return [...senders.values()].map(({ length }) => length);
};

test("M-17 a pooler that drops LISTEN is reported once, however often the connection is opened again", async () => {
  const { database } = server.context;
  const reported: unknown[] = [];
  let opened = 0;
  const watches: ListenerWatch[] = [];
  const withoutListen: Database = {
    ...database,
    kind: "postgresql",
    listen: async (_channel, _listener, watch) => void (watch && watches.push(watch)),
    reconnectListener: () => {
      opened += 1;
      for (const { broken, restored } of watches) {
        broken();
        restored();
      }
    },
  };
  const bus = await openBus(withoutListen, (error) => reported.push(error));
  onTestFinished(bus.close);
  await expect.poll(() => opened).toBe(2);
  expect(reported.map(String)).toEqual([expect.stringContaining("does not return our own messages")]);
});

/** A bus over a transport that a test speaks on, the embedded database having none. */
async function overheardBus() {
  const [reported, lines]: [unknown[], Listener[]] = [[], []];
  const overheard: Database = {
    ...server.context.database,
    kind: "postgresql",
    listen: async (_channel, listener) => void lines.push(listener),
  };
  const bus = await openBus(overheard, (error) => reported.push(error));
  onTestFinished(bus.close);
  return { bus, reported, say: (text: string) => lines.forEach((line) => void line(text)) };
}

test("M-17 what another program says there is delivered to nobody, is reported once without its text, and stops nothing", async () => {
  const { bus, reported, say } = await overheardBus();
  const received: unknown[] = [];
  bus.subscribe(counts, (payload) => received.push(payload));
  const from = randomUUID();
  const ours = (message: object) => JSON.stringify({ from, seq: 0, topic: "count", payload: "strange", ...message });
  const odd = [undefined, null, true, "", "7", 1.5, -1, 1e300, [], {}, [null]];
  for (const text of [
    ...["", "hello", "{", "null", "[]", "7", '"zoe@example.test"', "\0\uFFFD", "[".repeat(100_000), "{}"],
    ...odd.slice(1).flatMap((value) => [ours({ from: value }), ours({ seq: value }), ours({ topic: value })]),
    ...odd
      .slice(1)
      .filter((value) => value !== true)
      .map((value) => ours({ bye: value })),
    ...odd
      .filter((value) => typeof value !== "string" && typeof value !== "number")
      .map((payload) => ours({ payload })),
    ours({ payload: "x".repeat(1_000_000) }),
    ours({ topic: "nobody's" }),
    ours({ topic: "constructor" }),
  ])
    say(text);
  say(ours({ seq: 1, payload: "from a process of ours" }));
  say(ours({ seq: 2, payload: "and another", later: "field" }));
  expect(received).toEqual(["from a process of ours", "and another"]);
  expect(reported.map(String)).toEqual([expect.stringContaining("messages that are not ours")]);
});

test("M-17 no topic takes a payload that is not its own", () => {
  const whole = { memberId: 1, upTo: 1, conversationId: 1, messageId: 1, customerId: 1, advisorId: 1, typing: true };
  const odd = [undefined, null, true, "", "7", "x", 0, -1, 1.5, 1e300, {}, ["x"], [1e300], { ...whole, memberId: "x" }];
  for (const { name, shape } of [
    ...[sessionsTopic, listingsTopic, messageTopic, messageReadTopic, messageChangedTopic, typingTopic],
    ...[notificationTopic, notificationsReadTopic, memberChangedTopic],
  ])
    expect([name, odd.filter((payload) => shape.safeParse(payload).success)]).toEqual([name, []]);
});

test.runIf(hasNats)(
  "M-17 a restarted NATS is a gap, a stranger's text is reported, and messages go on to arrive",
  async () => {
    const nats = await startNats();
    onTestFinished(nats.close);
    const [address, installation] = [parseNatsAddress(nats.url), randomUUID()];
    const reported = arrivals<unknown>();
    const open = async () => {
      const bus = await openBus(server.context.database, reported.push, address, installation);
      onTestFinished(bus.close);
      return bus;
    };
    const [one, two] = [await open(), await open()];
    await expect.poll(() => [one.otherProcesses(), two.otherProcesses()]).toEqual([1, 1]);
    const before = two.gapCount();
    await nats.stop();
    await expect.poll(() => two.gapCount()).toBeGreaterThan(before);
    expect(await two.isUpToDate()).toBe(false);
    const received = arrivals<unknown>(30_000);
    two.subscribe(counts, received.push);
    // Leaves once NATS is back, and is missed by a receiver that comes back later than its sender: a gap for that one.
    one.publish(counts, "sent meanwhile");
    const atOutage = two.gapCount();
    await nats.start();
    await expect.poll(() => one.isUpToDate(), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => two.isUpToDate(), { timeout: 30_000 }).toBe(true);
    expect(received.all.includes("sent meanwhile") || two.gapCount() > atOutage).toBe(true);
    const stranger = await connect({ servers: nats.url });
    onTestFinished(() => stranger.close());
    stranger.publish(natsSubject(shortNameOf(installation)), "hello");
    await reported.next((error) => String(error).includes("not ours"));
    one.publish(counts, "after");
    await received.next((payload) => payload === "after");
  },
);

test("M-17 a payload of another topic and a frame of another stream do not compile", () => {
  const { bus, cable } = server.context;
  const calls = () => {
    // @ts-expect-error this topic's payload is a number or a text
    bus.publish(counts, { id: 1 });
    // @ts-expect-error a topic is declared, not named in passing
    bus.publish("count", 1);
    // @ts-expect-error this topic's payload has no such field
    bus.subscribe(first, (payload) => payload.ids);
    const { of } = streamsOf<NotificationFrame>("notifications of");
    // @ts-expect-error the field's name is up_to
    cable.broadcast(of(1), { type: "read", upTo: 1 });
    // @ts-expect-error no such frame
    cable.broadcast(of(1), { type: "red", up_to: 1 });
  };
  expect(calls).toBeTypeOf("function");
});
