import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "./mutants.ts";

test("rule 17: every mutant is found once in its file, and its tests exist", () => {
  const stale = mutants.flatMap(({ title, file, find, tests }) => {
    const times = readFileSync(file, "utf8").split(find).length - 1;
    const missing = tests.filter((path) => !existsSync(path));
    if (times === 1 && missing.length === 0) return [];
    return [`${title}: found ${times} times in ${file}; tests that are missing: ${missing.join(", ") || "none"}`];
  });
  expect(stale).toEqual([]);
});
