import { expect, test } from "vitest";
import { answerDue, answerRefusal, isTooLate, timeLeft } from "./rules.ts";

const due = "2026-11-29T23:59:59.000Z";

test.each([
  ["days before", "2026-11-24T10:00:00Z", false, "Answer by 29/11/2026", "5 days left"],
  ["on the last day", "2026-11-29T10:00:00Z", false, "Answer by 29/11/2026", "the last day"],
  ["after it", "2026-11-30T00:00:00Z", true, "Not answered in time", null],
])("I-12 %s everybody reads the same of a dispute's answer", (_, at, tooLate, words, left) => {
  const now = new Date(at);
  expect([isTooLate(due, now), answerDue(due, now), timeLeft(due, now)]).toEqual([tooLate, words, left]);
  const refusal = answerRefusal({ state: "open", respondBy: due, answer: null }, now);
  expect(refusal === null).toBe(!tooLate);
});

test("I-12 a dispute that was answered has no day", () => {
  expect([isTooLate(null, new Date()), answerDue(null, new Date())]).toEqual([false, null]);
});
