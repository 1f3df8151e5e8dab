import { expect, test } from "vitest";
import { openCommonPasswords } from "./common-passwords.ts";

const isCommon = openCommonPasswords();

test.each([
  ["12345678", true],
  ["Football", true],
  ["13081985", true],
  ["qwertyuiop", true],
  ["plumbline-demo", false],
  ["żółta łódź", false],
  ["three quiet herons", false],
])("A-07 %j is one of the commonest: %s", async (password, common) => {
  expect(await isCommon(password)).toBe(common);
});
