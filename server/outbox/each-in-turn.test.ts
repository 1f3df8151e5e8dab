import { expect, test } from "vitest";
import { eachInTurn } from "./each-in-turn.ts";

test("rule 9 what fails keeps nothing else from its turn, and the job counts as failed", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`${item} failed`);
    done.push(item);
  };
  await expect(eachInTurn([1, 2, 3, 4, 5], work)).rejects.toThrow("2 failed");
  expect(done).toEqual([1, 3, 5]);
});
