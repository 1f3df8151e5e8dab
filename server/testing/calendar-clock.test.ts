import { expect, test } from "vitest";
import { daysLater } from "./calendar-clock.ts";

// The clocks of London went forward on 29 March 2026 and back on 25 October.

// biome-ignore format: a table is read by its columns
test.each([
  ["2026-06-10T23:30:00.000Z",  1,   "2026-06-11T23:30:00.000Z"],
  // Half past midnight in summer is the evening before in UTC.
  ["2026-10-24T23:30:00.000Z",  1,   "2026-10-26T00:30:00.000Z"],
  ["2026-10-26T00:30:00.000Z", -1,   "2026-10-24T23:30:00.000Z"],
  ["2026-03-28T23:30:00.000Z",  1,   "2026-03-29T22:30:00.000Z"],
  ["2026-04-10T22:30:00.000Z", -13,  "2026-03-28T23:30:00.000Z"],
  ["2026-10-24T11:00:00.000Z",  2.5, "2026-10-27T00:00:00.000Z"],
  ["2026-10-26T12:00:00.000Z", -1.5, "2026-10-25T00:00:00.000Z"],
  ["2026-10-26T12:00:00.000Z",  0,   "2026-10-26T12:00:00.000Z"],
])("rule 19 of a test's clock, %s moves by %f days of London's calendar to %s", (from, days, to) => {
  expect(daysLater(new Date(from), days).toISOString()).toBe(to);
});
