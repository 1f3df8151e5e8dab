import { afterEach, expect, test } from "vitest";
import {
  addDays,
  dayInLondon,
  dayOf,
  daysBetween,
  elapsedPercent,
  formatLong,
  formatMoment,
  formatMonth,
  formatShort,
  hourInLondon,
} from "./dates.ts";
import { dueDay } from "./invoices/rules.ts";
import { nextDigestDay } from "./notifications/rules.ts";

// The time zone of the process or browser has no effect: days are in London, and a date without a time has no time zone.

const zones = ["UTC", "Europe/London", "America/New_York", "Pacific/Kiritimati"] as const;
/** The seconds around the clocks' changes, a leap day and the turn of a year. */
const clocks = [
  "2026-03-29T00:59:59Z",
  "2026-03-29T01:00:00Z",
  "2026-10-25T00:59:59Z",
  "2026-10-25T01:00:00Z",
  "2028-02-28T23:59:59Z",
  "2028-02-29T12:00:00Z",
  "2026-12-31T23:59:59Z",
  "2026-06-30T23:30:00Z",
] as const;
const days = ["2026-03-28", "2026-03-29", "2026-10-25", "2028-02-29", "2026-12-31", "2027-01-01"] as const;
const home = process.env["TZ"];

afterEach(() => {
  if (home === undefined) delete process.env["TZ"];
  else process.env["TZ"] = home;
});

/** What every rule about time says, in the time zone that the process is in. */
function everything() {
  return {
    moments: clocks.map((clock) => {
      const now = new Date(clock);
      return [
        dayInLondon(now),
        hourInLondon(now),
        dayOf(clock),
        formatMoment(clock),
        formatLong(clock),
        nextDigestDay(now),
      ];
    }),
    days: days.map((day) => [
      dayOf(day),
      formatShort(day),
      formatLong(day),
      formatMonth(day.slice(0, 7)),
      dueDay(day, 30),
      [1, 30, 365, -1].map((more) => addDays(day, more)),
      days.map((other) => daysBetween(day, other)),
      clocks.map((clock) => elapsedPercent(day, addDays(day, 7), new Date(clock))),
    ]),
  };
}

test.each(zones)("R18 in %s every day, hour and sentence is London's", (zone) => {
  process.env["TZ"] = "UTC";
  const expected = everything();
  process.env["TZ"] = zone;
  expect(new Date("2026-01-01T00:00:00Z").getTimezoneOffset()).toBe(
    { UTC: 0, "Europe/London": 0, "America/New_York": 300, "Pacific/Kiritimati": -840 }[zone],
  );
  expect(everything()).toEqual(expected);
});

test("R18 days are right when the clocks change, on a leap day and on New Year's Eve", () => {
  expect(clocks.map((clock) => dayInLondon(new Date(clock)))).toEqual([
    "2026-03-29",
    "2026-03-29",
    "2026-10-25",
    "2026-10-25",
    "2028-02-28",
    "2028-02-29",
    "2026-12-31",
    "2026-07-01",
  ]);
  expect(clocks.map((clock) => hourInLondon(new Date(clock)))).toEqual([0, 2, 1, 1, 23, 12, 23, 0]);
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  for (const clock of clocks)
    for (const day of days) {
      const share = elapsedPercent(day, addDays(day, 30), new Date(clock));
      expect(share >= 0 && share <= 100, `${day} at ${clock}`).toBe(true);
    }
});

test.each([
  // Where the clocks show the same, nothing is said of the zone.
  ["Europe/London", "2026-11-21T16:04:00Z", "21 November, 16:04", "21/11/2026"],
  ["Europe/Dublin", "2026-07-01T16:04:00Z", "1 July, 17:04", "01/07/2026"],
  ["UTC", "2026-11-21T16:04:00Z", "21 November, 16:04", "21/11/2026"],
  ["UTC", "2026-07-01T16:04:00Z", "1 July, 16:04 UTC", "01/07/2026"],
  ["Europe/Paris", "2026-11-21T16:04:00Z", "21 November, 17:04 CET", "21/11/2026"],
  ["Asia/Tokyo", "2026-11-21T16:04:00Z", "22 November, 01:04 GMT+9", "22/11/2026"],
  ["America/New_York", "2026-07-01T03:30:00Z", "30 June, 23:30 GMT-4", "30/06/2026"],
])(
  "H-34 a moment is shown in %s by its clocks, named where they differ from London's (%s)",
  (zone, at, moment, day) => {
    expect([formatMoment(at, zone), formatShort(at, zone)]).toEqual([moment, day]);
  },
);
