import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// A file that no tsconfig names compiles all the same, because tests and the journeys strip types without reading them.

type Config = { include: string[]; exclude: string[] };

const within = (path: string, patterns: readonly string[]) =>
  patterns.some((pattern) => posix.matchesGlob(path, pattern) || posix.matchesGlob(path, `${pattern}/**`));

test("rule 23: npm run check reads the types of every TypeScript file", () => {
  const configs = ["tsconfig.json", "web/tsconfig.json"].map((path) => {
    const { include, exclude }: Config = JSON.parse(readFileSync(path, "utf8"));
    const fromRoot = (patterns: string[]) => patterns.map((pattern) => posix.join(posix.dirname(path), pattern));
    return { include: fromRoot(include), exclude: fromRoot(exclude) };
  });
  const files = sourceFiles().filter((path) => /\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const unread = files.filter(
    (path) => !configs.some(({ include, exclude }) => within(path, include) && !within(path, exclude)),
  );
  expect(unread).toEqual([]);
});
