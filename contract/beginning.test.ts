import { expect, test } from "vitest";
import { beginningOf, shortened } from "./beginning.ts";

const family = "👨‍👩‍👧";

test.each([
  ["shorter", "short", 9, "short"],
  ["as long as that", "abc", 3, "abc"],
  ["longer", "abcd", 3, "abc"],
  ["an emoji at the end", "ab📈", 3, "ab"],
  ["an emoji that just fits", "a📈b", 3, "a📈"],
  ["an emoji of several", `a${family}b`, 8, "a"],
  ["the same where it fits", `a${family}b`, 9, `a${family}`],
  ["a flag", "🇬🇧🇫🇷", 6, "🇬🇧"],
  ["a letter and its accent", "cafe\u0301s", 4, "caf"],
  ["a line break of two", "ab\r\nc", 3, "ab"],
  ["nothing else", "📈", 1, ""],
  ["one letter with many accents", `e${"\u0301".repeat(50)}`, 10, `e${"\u0301".repeat(9)}`],
])("decision 45 G-72 M-09 a text is cut between characters: %s", (_what, text, longest, beginning) => {
  expect(beginningOf(text, longest)).toBe(beginning);
  expect(beginning.length).toBeLessThanOrEqual(longest);
});

test("decision 45 G-72 M-09 a text that was cut ends in an ellipsis, and both together are no longer than they may be", () => {
  expect([shortened("abc", 3), shortened("abcd", 3), shortened("a📈b", 3)]).toEqual(["abc", "ab…", "a…"]);
});
