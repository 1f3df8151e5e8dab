import { expect, it } from "vitest";
import { scrolledTo } from "./scrolled-to.ts";

it.each([
  ["one slide on", 0, 1, 100],
  ["past the end to the beginning", 298, 1, 0],
  ["one slide back", 200, -1, 100],
  ["past the beginning to the end", 3, -1, 300],
])("C-06 a carousel moves %s", (_what, at, direction, left) => {
  expect(scrolledTo({ at, end: 300, step: 100 }, direction)).toBe(left);
});
