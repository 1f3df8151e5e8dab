import { expect, test } from "vitest";
import { dayTyped } from "./day-typed.ts";

test.each([
  ["24/11/2026", "2026-11-24"],
  ["24.11.2026", "2026-11-24"],
  ["3-1-2027", "2027-01-03"],
  ["2026-11-24", "2026-11-24"],
  [" 24 November 2026 ", "2026-11-24"],
  ["24th nov, 2026", "2026-11-24"],
  ["2 feb 27", "2027-02-02"],
  ["3/1", "2027-01-03"],
  ["28 November", "2026-11-28"],
  ["27 Nov", "2027-11-27"],
  ["29 February", "2028-02-29"],
  ["31/4/2027", null],
  ["11/24/2026", null],
  ["29 February 2027", null],
  ["next week", null],
  ["24", null],
  ["24 frimaire", null],
  ["", null],
])("E-02 a day that is typed as %j is %s", (text, day) => {
  expect(dayTyped(text, "2026-11-28")).toBe(day);
});
