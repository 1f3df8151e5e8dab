import { expect, test } from "vitest";
import { untilRecorded } from "./until-recorded.ts";

test("rule 8 a state is read and recorded again until no other process was quicker", async () => {
  const answers = [undefined, undefined, null];
  expect(await untilRecorded(async () => answers.shift())).toBe(null);
  expect(answers).toEqual([]);
});

test("rule 8 what others always overtake ends with an error, and does not ask the provider for ever", async () => {
  let asked = 0;
  const overtaken = async () => {
    asked += 1;
    return undefined;
  };
  await expect(untilRecorded(overtaken)).rejects.toThrow("20 times in a row");
  expect(asked).toBe(20);
});
