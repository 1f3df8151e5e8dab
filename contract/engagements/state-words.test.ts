import { expect, test } from "vitest";
import { statuses } from "./rules.ts";
import { progressOf, termsNote, termsTitle } from "./state-words.ts";

// Ten days, of which the last is 30 November.
const dates = { startDate: "2026-11-21", endDate: "2026-11-30", endedOn: null };
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

// biome-ignore format: a table is read by its columns
test.each([
  ["proposed",       "2026-11-18",   0, "Not agreed yet. Planned to start in 3 days"],
  ["proposed",       "2026-11-21",   5, "Not agreed yet. Planned to start today"],
  ["proposed",       "2026-11-22",  15, "Not agreed yet. The planned start was 1 day ago"],
  ["edit_suggested", "2026-11-20",   0, "Not agreed yet. Planned to start in 1 day"],
  ["edit_suggested", "2026-11-23",  25, "Not agreed yet. The planned start was 2 days ago"],
  ["rejected",       "2026-11-22",   0, "Rejected, so the work did not start"],
  ["accepted",       "2026-11-18",   0, "Starts in 3 days"],
  ["accepted",       "2026-11-21",   5, "Starts today"],
  ["in_progress",    "2026-11-19",   0, "Started early, 11 days left"],
  ["in_progress",    "2026-11-25",  45, "5 days left"],
  ["in_progress",    "2026-11-29",  85, "1 day left"],
  ["in_progress",    "2026-11-30",  95, "Ends today"],
  ["in_progress",    "2026-12-01", 100, "The end date was 1 day ago"],
  ["completed",      "2026-11-22", 100, "Ended"],
] as const)("E-21 %s on %s: the bar is at %i%% and reads “%s”", (status, day, percent, text) => {
  expect(progressOf({ status, ...dates }, noon(day))).toEqual({ percent, text });
});

test("E-21 one that was completed early says when it ended, and no days are left", () => {
  expect(progressOf({ status: "completed", ...dates, endedOn: "2026-11-22" }, noon("2026-11-24"))).toEqual({
    percent: 100,
    text: "Ended on 22 November 2026",
  });
});

// biome-ignore format: a table is read by its columns
const notes = {
  proposed:       ["Proposed terms", "By accepting you agree to the terms. Nothing is charged until you pay an invoice.",
                                     "Not agreed yet. By accepting, your customer agrees to the terms."],
  accepted:       ["Agreed terms",   "Agreed under the terms.", "Agreed under the terms."],
  in_progress:    ["Agreed terms",   "Agreed under the terms.", "Agreed under the terms."],
  edit_suggested: ["Proposed terms", "Not agreed yet: the proposal is being changed. It is made under the terms.",
                                     "Not agreed yet: the proposal is being changed. It is made under the terms."],
  rejected:       ["Proposed terms", "Nothing was agreed. Proposals are made under the terms.",
                                     "Nothing was agreed. Proposals are made under the terms."],
  completed:      ["Agreed terms",   "Agreed under the terms.", "Agreed under the terms."],
} as const;

test.each(statuses)("E-20 what customer and advisor read under the terms of one that is %s", (status) => {
  const read = (role: "customer" | "advisor") => {
    const { before, after } = termsNote(status, role);
    return `${before}terms${after}`;
  };
  expect([termsTitle(status), read("customer"), read("advisor")]).toEqual(notes[status]);
});
