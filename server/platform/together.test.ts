import { expect, test } from "vitest";
import { together, writtenTogether } from "./together.ts";

/** A read that waits until it is let through, and remembers what it was asked for. */
function slowRead() {
  const asked: number[][] = [];
  const gates: (() => void)[] = [];
  const read = async (ids: number[]) => {
    asked.push(ids);
    await new Promise<void>((open) => gates.push(open));
    if (ids.includes(13)) throw new Error("unlucky");
    return new Map(ids.filter((id) => id < 100).map((id) => [id, `row ${id}`]));
  };
  return { asked, gates, read };
}
const moment = () => new Promise((done) => setImmediate(done));

test("a failed query fails those who travelled with it, and nobody after them", async () => {
  const { gates, read } = slowRead();
  const find = together(read);
  const both = Promise.allSettled([find(13), find(1)]);
  await moment();
  gates[0]?.();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = find(1);
  await moment();
  gates[1]?.();
  expect(await after).toBe("row 1");
});

test("reads of one moment are one query, each id once, and a missing one is null", async () => {
  const { asked, gates, read } = slowRead();
  const find = together(read);
  const all = Promise.all([find(1), find(2), find(1), find(100)]);
  await moment();
  expect(asked).toEqual([[1, 2, 100]]);
  gates[0]?.();
  expect(await all).toEqual(["row 1", "row 2", "row 1", null]);
});

test("whoever comes while queries are under way joins none of them, and leaves with the next", async () => {
  const { asked, gates, read } = slowRead();
  const find = together(read);
  const first = find(1);
  await moment();
  const second = find(1);
  await moment();
  const late = [find(1), find(3)];
  await moment();
  expect(asked).toEqual([[1], [1]]);
  gates[0]?.();
  await first;
  await moment();
  expect(asked).toEqual([[1], [1], [1, 3]]);
  gates[1]?.();
  gates[2]?.();
  expect([await second, await Promise.all(late)]).toEqual(["row 1", ["row 1", "row 3"]]);
});

/** A write that waits until it is let through, and remembers what it was given. */
function slowWrite() {
  const given: string[][] = [];
  const gates: (() => void)[] = [];
  const write = async (items: string[]) => {
    given.push(items);
    await new Promise<void>((open) => gates.push(open));
    if (items.includes("unlucky")) throw new Error("unlucky");
    return items.map((item) => `${item} is stored`);
  };
  return { given, gates, write };
}

test("writes of one moment leave together, those that come meanwhile with the next, all answered in their order", async () => {
  const { given, gates, write } = slowWrite();
  const keep = writtenTogether(write);
  const answered: string[] = [];
  const all = ["a", "b"].map((item) => keep(item).then((answer) => answered.push(answer)));
  await moment();
  all.push(...["c", "d"].map((item) => keep(item).then((answer) => answered.push(answer))));
  await moment();
  expect(given).toEqual([["a", "b"]]);
  gates[0]?.();
  await moment();
  expect(given).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  gates[1]?.();
  await Promise.all(all);
  expect(answered).toEqual(["a", "b", "c", "d"].map((item) => `${item} is stored`));
});

test("a failed write fails those who travelled with it, and nobody after them", async () => {
  const { gates, write } = slowWrite();
  const keep = writtenTogether(write);
  const both = Promise.allSettled([keep("unlucky"), keep("a")]);
  await moment();
  const after = keep("b");
  gates[0]?.();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  gates[1]?.();
  expect(await after).toBe("b is stored");
});
