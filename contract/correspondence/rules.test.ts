import { expect, test } from "vitest";
import { splitQuoted, threadActionsFor } from "./rules.ts";

test.each([
  ["open", "nobody", "answer close assign"],
  ["open", "me", "answer close release"],
  ["answered", "another", "answer close assign"],
  ["closed", "me", "reopen"],
] as const)("G-72 a conversation that is %s and with %s can: %s", (state, assignedTo, actions) => {
  expect(threadActionsFor(state, assignedTo).join(" ")).toBe(actions);
});

test.each([
  ["Yes.\n\nOn Mon, 3 Mar 2027 at 10:02, Ada Lind <a@b.test>\nwrote:\n> We do.", "Yes.", "On Mon"],
  ["Yes.\n\n-----Original Message-----\nFrom: Ada", "Yes.", "-----Original"],
  ["Yes.\n\n________________________________\nFrom: Ada\nSent: Monday", "Yes.", "____"],
  ["Yes.\n\n> We do.\n> \n> Ada\n", "Yes.", "> We do."],
  ["> We do.\n\nYou do?", "> We do.\n\nYou do?", null],
  ["> We do.", "> We do.", null],
  ["On Monday I wrote to you.", "On Monday I wrote to you.", null],
] as const)("G-97 of %j is said %j, and the rest is quoted", (written, said, begins) => {
  const { text, quoted } = splitQuoted(written);
  expect([text, quoted?.startsWith(begins ?? "") ?? null]).toEqual([said, begins === null ? null : true]);
});

test("G-97 a long e-mail made to look like quotes is split in time that grows with its length alone", () => {
  for (const text of [
    ">\n".repeat(20_000),
    "On x\n".repeat(20_000),
    `On ${"a".repeat(80_000)}`,
    `${">\n".repeat(40_000)}x`,
    "> \nx".repeat(16_000),
  ])
    expect(splitQuoted(text).text.length).toBeLessThanOrEqual(text.length);
});
