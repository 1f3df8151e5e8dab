import { expect, test, vi } from "vitest";
import {
  addDays,
  dayIn,
  dayInLondon,
  dayOf,
  daysBetween,
  elapsedPercent,
  formatLong,
  formatMoment,
  formatShort,
  startOfDay,
} from "./dates.ts";

test("E-21 the day is London's, also in the hour when Greenwich is behind", () => {
  expect(dayInLondon(new Date("2026-07-01T23:30:00Z"))).toBe("2026-07-02");
  expect(dayInLondon(new Date("2026-12-01T23:30:00Z"))).toBe("2026-12-01");
});

test("E-21 a day is the same in browsers whose languages write days in another order", () => {
  class AnotherOrder extends Intl.DateTimeFormat {
    override format(moment?: Date | number) {
      return this.formatToParts(moment)
        .map(({ value }) => value)
        .join("");
    }
    override formatToParts(moment?: Date | number) {
      return super.formatToParts(moment).reverse();
    }
  }
  vi.stubGlobal("Intl", Object.create(Intl, { DateTimeFormat: { value: AnotherOrder } }));
  // Formatters are made with the first use of a zone.
  expect(dayIn(new Date("2026-11-24T20:00:00Z"), "Asia/Tokyo")).toBe("2026-11-25");
});

test.each([
  ["2026-11-24", "2026-11-24"],
  ["2026-11-24T00:00:00.000Z", "2026-11-24"],
  ["2026-06-30T23:30:00Z", "2026-07-01"],
  ["2026-07-01T00:30:00+02:00", "2026-06-30"],
  // Without an offset it is not the process's own time.
  ["2026-07-01T00:00:00", "2026-07-01"],
  ["2026-06-30T23:30:00", "2026-06-30"],
  [" 2026-11-24 ", "2026-11-24"],
  ["2026-02-30", null],
  ["2026-02-30T10:00:00Z", null],
  ["24/11/2026", null],
  ["2026-11-24Tnoon", null],
])("W-04 %j is the day %s", (text, day) => {
  expect(dayOf(text)).toBe(day);
});

test.each([
  ["before the start", "2026-11-01T12:00:00Z", 0],
  ["half way", "2026-11-16T00:00:00Z", 50],
  ["long after the end", "2027-01-01T00:00:00Z", 100],
])("E-21 progress %s", (_case, now, percent) => {
  expect(elapsedPercent("2026-11-11", "2026-11-20", new Date(now))).toBe(percent);
});

test.each([
  ["2026-11-24", "2026-11-24T00:00:00.000Z"],
  ["2026-07-01", "2026-06-30T23:00:00.000Z"],
  // The clocks change in the night before the days that follow these.
  ["2026-03-29", "2026-03-29T00:00:00.000Z"],
  ["2026-03-30", "2026-03-29T23:00:00.000Z"],
  ["2026-10-25", "2026-10-24T23:00:00.000Z"],
  ["2026-10-26", "2026-10-26T00:00:00.000Z"],
])("E-21 %s begins in London at %s", (day, moment) => {
  expect(startOfDay(day).toISOString()).toBe(moment);
});

test("E-21 an engagement of one day is not divided by zero, and a day in summer is London's", () => {
  expect(elapsedPercent("2026-11-11", "2026-11-11", new Date("2026-11-11T12:00:00Z"))).toBe(50);
  expect(elapsedPercent("2026-07-01", "2026-07-01", new Date("2026-07-01T11:00:00Z"))).toBe(50);
});

test("W-04 dates in words, in tables and on a timeline", () => {
  expect(formatLong("2026-11-21")).toBe("21 November 2026");
  expect(formatShort("2026-11-21")).toBe("21/11/2026");
  expect(formatMoment("2026-11-19T16:04:00Z")).toBe("19 November, 16:04");
  expect([addDays("2026-02-27", 2), daysBetween("2026-10-24", "2026-10-26")]).toEqual(["2026-03-01", 2]);
});
