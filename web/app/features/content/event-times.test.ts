import { expect, it } from "vitest";
import { eventTimes } from "./event-times.ts";

it("C-08 an event's times are in London's time zone, in winter and in summer, and invalid ones are null", () => {
  const text = (day: string | null, time: string) => {
    const times = eventTimes(day, time);
    return times && [times.start.toISOString(), times.end.toISOString()];
  };
  expect(text("2026-12-03", "18:00 – 19:45")).toEqual(["2026-12-03T18:00:00.000Z", "2026-12-03T19:45:00.000Z"]);
  expect(text("2026-07-03", "18:00 – 19:45")).toEqual(["2026-07-03T17:00:00.000Z", "2026-07-03T18:45:00.000Z"]);
  expect(text("2026-12-03", "9.30")).toEqual(["2026-12-03T09:30:00.000Z", "2026-12-03T10:30:00.000Z"]);
  expect(text("2026-12-03", "00:00 – 01:00")).toEqual(["2026-12-03T00:00:00.000Z", "2026-12-03T01:00:00.000Z"]);
  expect(text("2026-12-03", "18:00 – 17:00")).toEqual(["2026-12-03T18:00:00.000Z", "2026-12-03T19:00:00.000Z"]);
  expect([
    text("2026-12-03", "evening"),
    text(null, "18:00"),
    text("2026-12-03", "27:00"),
    text("soon", "18:00"),
  ]).toEqual([null, null, null, null]);
});
