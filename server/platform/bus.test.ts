import { expect, test } from "vitest";
import { arrivals } from "../testing/cable-clients.ts";
import { aWorld } from "../testing/plumbline.ts";
import { openBus } from "./bus.ts";

const world = aWorld();
const fail = (error: unknown) => {
  throw error;
};

test("M-17 in its own process a message is delivered at once, with what the publisher has in hand; a listener that fails harms nobody", async () => {
  const stumbles: unknown[] = [];
  const bus = await openBus(world.house.database, (error) => stumbles.push(error));
  const heard: unknown[] = [];
  bus.subscribe("topic", () => fail(new Error("as asked")));
  bus.subscribe("topic", (payload, here) => heard.push([payload, here]));
  bus.subscribe("other", () => heard.push("never"));
  bus.publish("topic", { id: 1 }, "in hand");
  expect(heard).toEqual([[{ id: 1 }, "in hand"]]);
  expect(stumbles).toHaveLength(1);
  await bus.close();
});

const redis = process.env["TEST_REDIS_URL"];
const onPostgres = process.env["TEST_DATABASE_URL"] !== undefined;
const lines = [
  ["PostgreSQL", onPostgres, null],
  ["Redis", redis !== undefined, redis ?? null],
] as const;

test.each(lines.filter(([, there]) => there))(
  "M-17 between processes over %s: ids alone, everything once and in order, nothing back to the sender",
  async (_, _there, redisUrl) => {
    const one = await openBus(world.house.database, fail, redisUrl);
    const met = arrivals<string>();
    one.onGap(() => met.push("met"));
    const two = await openBus(world.house.database, fail, redisUrl);
    // Until it knows of another process it sends to nobody.
    await met.next();
    const [atOne, atTwo] = [arrivals<unknown>(), arrivals<unknown>()];
    one.subscribe("count", (payload) => atOne.push(payload));
    two.subscribe("count", (payload, here) => atTwo.push([payload, here]));
    for (let count = 0; count < 250; count++) one.publish("count", count, "in hand");
    await atTwo.until("all", (all) => all.length === 250);
    expect(atTwo.all).toEqual(Array.from({ length: 250 }, (_each, count) => [count, undefined]));
    two.publish("count", "the end");
    await atOne.until("the end", (all) => all.includes("the end"));
    expect(atOne.all).toHaveLength(251);
    await Promise.all([one.close(), two.close()]);
  },
);
