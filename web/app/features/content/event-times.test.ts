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

it.each([
  ["6.30pm", "18:30", "19:30"],
  ["6:30 PM – 8 PM", "18:30", "20:00"],
  ["6 – 8pm", "18:00", "20:00"],
  ["11.30 – 1pm", "11:30", "13:00"],
  ["9am to 10.30", "09:00", "10:30"],
  ["11am until 1.30", "11:00", "13:30"],
  ["9-10.30am", "09:00", "10:30"],
  ["12pm – 1pm", "12:00", "13:00"],
  ["12 a.m. – 1 a.m.", "00:00", "01:00"],
  ["18:00 – 19:45 GMT", "18:00", "19:45"],
  ["3 speakers, doors 6pm", "18:00", "19:00"],
])("C-08 an event at %s begins at %s and ends at %s", (typed, start, end) => {
  const times = eventTimes("2026-12-03", typed);
  const timeOf = (moment: Date | undefined) => moment?.toISOString().slice(11, 16);
  expect([timeOf(times?.start), timeOf(times?.end)]).toEqual([start, end]);
});
