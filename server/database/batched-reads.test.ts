import { expect, test } from "vitest";
import { batchedReads, batchedWrites } from "./batched-reads.ts";

/** A read that records the requested ids and completes when its gate is opened. */
function slowRead() {
  const requestedIds: number[][] = [];
  const gates: (() => void)[] = [];
  const read = async (ids: number[]) => {
    requestedIds.push(ids);
    await new Promise<void>((open) => gates.push(open));
    if (ids.includes(13)) throw new Error("unlucky");
    return new Map(ids.filter((id) => id < 100).map((id) => [id, `row ${id}`]));
  };
  return { requestedIds, gates, read };
}
const nextTurn = () => new Promise((done) => setImmediate(done));

test("ADR-010 a failed query fails the reads of its batch and no later ones", async () => {
  const { gates, read } = slowRead();
  const find = batchedReads(read);
  const both = Promise.allSettled([find(13), find(1)]);
  await nextTurn();
  gates[0]?.();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = find(1);
  await nextTurn();
  gates[1]?.();
  expect(await after).toBe("row 1");
});

test("ADR-010 reads started in the same turn are one query with each id once, and a missing row is null", async () => {
  const { requestedIds, gates, read } = slowRead();
  const find = batchedReads(read);
  const all = Promise.all([find(1), find(2), find(1), find(100)]);
  await nextTurn();
  expect(requestedIds).toEqual([[1, 2, 100]]);
  gates[0]?.();
  expect(await all).toEqual(["row 1", "row 2", "row 1", null]);
});

test("ADR-010 reads that start while queries are in progress join none of them and are batched into the next", async () => {
  const { requestedIds, gates, read } = slowRead();
  const find = batchedReads(read);
  const first = find(1);
  await nextTurn();
  const second = find(1);
  await nextTurn();
  const late = [find(1), find(3)];
  await nextTurn();
  expect(requestedIds).toEqual([[1], [1]]);
  gates[0]?.();
  await first;
  await nextTurn();
  expect(requestedIds).toEqual([[1], [1], [1, 3]]);
  gates[1]?.();
  gates[2]?.();
  expect([await second, await Promise.all(late)]).toEqual(["row 1", ["row 1", "row 3"]]);
});

/** A write that records its items and completes when its gate is opened. */
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

test("ADR-010 writes started in the same turn are one batch, later ones the next, and results keep the order", async () => {
  const { given, gates, write } = slowWrite();
  const writeOne = batchedWrites(write);
  const answered: string[] = [];
  const all = ["a", "b"].map((item) => writeOne(item).then((answer) => answered.push(answer)));
  await nextTurn();
  all.push(...["c", "d"].map((item) => writeOne(item).then((answer) => answered.push(answer))));
  await nextTurn();
  expect(given).toEqual([["a", "b"]]);
  gates[0]?.();
  await nextTurn();
  expect(given).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  gates[1]?.();
  await Promise.all(all);
  expect(answered).toEqual(["a", "b", "c", "d"].map((item) => `${item} is stored`));
});

test("ADR-010 a failed write fails the writes of its batch and no later ones", async () => {
  const { gates, write } = slowWrite();
  const writeOne = batchedWrites(write);
  const both = Promise.allSettled([writeOne("unlucky"), writeOne("a")]);
  await nextTurn();
  const after = writeOne("b");
  gates[0]?.();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  gates[1]?.();
  expect(await after).toBe("b is stored");
});
