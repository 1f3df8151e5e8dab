import { expect, test } from "vitest";
import { allInTurn, distinctFailures, eachInTurn } from "./each-in-turn.ts";

test("rule 9 what fails keeps nothing else from its turn, and the job counts as failed", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`${item} failed`);
    done.push(item);
  };
  await expect(eachInTurn([1, 2, 3, 4, 5], work)).rejects.toThrow("2 failed");
  expect(done).toEqual([1, 3, 5]);
});

test("rule 9 all pages of what is due are done, and a page that fails ends the run", async () => {
  const due = Array.from({ length: 450 }, (_, item) => item);
  const read = async (limit: number) => due.slice(0, limit);
  const remove = async (item: number) => void due.splice(due.indexOf(item), 1);
  await allInTurn(read, remove);
  expect(due).toEqual([]);
  due.push(1);
  const fail = async () => {
    throw new Error("failed");
  };
  await expect(allInTurn(read, fail)).rejects.toThrow("failed");
});

test("rule 9 each distinct failure of a run is told once, with the ids that it was about, and no more than twenty of either", async () => {
  const ids = Array.from({ length: 60 }, (_, id) => ({ id }));
  const work = async ({ id }: { id: number }) => {
    throw Object.assign(new Error("failed"), { name: id < 30 ? "Refused" : `Odd${id}` });
  };
  const thrown = await eachInTurn(ids, work).catch((error) => error);
  const told = distinctFailures(thrown);
  expect(told).toHaveLength(20);
  expect(told[0]).toMatchObject({ count: 30, ids: ids.slice(0, 20).map(({ id }) => id), error: { name: "Refused" } });
  expect(told[1]).toMatchObject({ count: 1, ids: [30], error: { name: "Odd30" } });
  const alone = new Error("alone");
  expect(distinctFailures(alone)).toEqual([{ error: alone }]);
});
