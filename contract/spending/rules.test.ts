import { expect, test } from "vitest";
import { spendingByMonth, spendingSums } from "./rules.ts";

const row = (month: string, paid: number, givenBack = 0, membership = 0) => ({ month, paid, givenBack, membership });

test.each([
  ["nothing", [], { paid: 0, givenBack: 0, membership: 0, advisors: 0, total: 0 }],
  [
    "what was given back is no spending, and a membership is",
    [row("2026-10", 1000, 400), row("2026-11", 500, 0, 4900)],
    { paid: 1500, givenBack: 400, membership: 4900, advisors: 1100, total: 6000 },
  ],
  [
    "more may come back in a month than was paid in it",
    [row("2026-11", 0, 1000)],
    { paid: 0, givenBack: 1000, membership: 0, advisors: -1000, total: -1000 },
  ],
])("decision 62 spending: %s", (_name, rows, sums) => {
  expect(spendingSums(rows)).toEqual(sums);
});

test("decision 62 spending by month names every month, and leaves out those that are not shown", () => {
  const months = spendingByMonth([row("2025-02", 1), row("2025-04", 2), row("2025-04", 0, 0, 3)], "2026-02");
  expect(months).toHaveLength(12);
  expect([months[0]?.month, months[1]?.month, months[1]?.total]).toEqual(["2025-03", "2025-04", 5]);
});
