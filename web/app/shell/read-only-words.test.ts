import { expect, test } from "vitest";
import ReadOnlyWords from "./read-only-words.tsx";

test.each([
  ["finance", "members", "Your role, Finance, may read this; Owner, Operations and Support may change it."],
  ["finance", "content", "Your role, Finance, may not use this; Owner and Operations may."],
] as const)("G-01 what %s may do in %s is said truly", (role, area, words) => {
  expect(ReadOnlyWords({ role, area, method: "POST" })).toBe(words);
});
