import { expect, test } from "vitest";
import { allInTurn, eachInTurn } from "./each-in-turn.ts";

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
