import { randomUUID } from "node:crypto";
import type { NotificationFrame } from "@plumbline/contract/notifications/frames.ts";
import { expect, test } from "vitest";
import { streamsOf } from "../cable/stream.ts";
import { arrivals } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";
import { openBus } from "./bus.ts";
import { topic } from "./topic.ts";

const server = testServer();
const [first, second] = [topic<{ id: number }, string>("first"), topic<{ id: number }>("second")];
const counts = topic<number | string, string>("count");
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
const transports = [
  ["PostgreSQL", onPostgres, null],
  ["Redis", redis !== undefined, redis ?? null],
] as const;

test.each(transports.filter(([, there]) => there))(
  "M-17 between processes over %s: payloads of ids, each once and in order, and not back to the sender",
  async (_, _there, redisUrl) => {
    // Another run of this test may use the same Redis.
    const installation = randomUUID();
    const one = await openBus(server.context.database, fail, redisUrl, installation);
    const met = arrivals<string>();
    one.onGap(() => met.push("met"));
    const two = await openBus(server.context.database, fail, redisUrl, installation);
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
    await Promise.all([one.close(), two.close()]);
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
