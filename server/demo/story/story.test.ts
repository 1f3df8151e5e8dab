import { expect, test } from "vitest";
import { demoAdvisors } from "./advisors.ts";
import { completedElsewhere } from "./completed-elsewhere.ts";
import { completedInFinance } from "./completed-in-finance.ts";
import { demoCustomers } from "./customers.ts";

const works = [...completedInFinance, ...completedElsewhere];

test("decision 39 every completed engagement of the demo has a story of its own, which is over and in order", () => {
  const names = (people: readonly { name: string }[]) => new Set(people.map(({ name }) => name));
  const [advisors, customers] = [names(demoAdvisors), names(demoCustomers)];
  for (const field of ["name", "description", "review"] as const)
    expect(new Set(works.map((work) => work[field])).size).toBe(works.length);
  for (const { advisor, customer, endedDaysAgo, paid, before, after = [] } of works) {
    expect([advisors.has(advisor), customers.has(customer)]).toEqual([true, true]);
    const days = paid.map(([daysBefore]) => daysBefore);
    expect(days).toEqual(days.toSorted((one, other) => other - one));
    expect(Math.min(...days)).toBeGreaterThan(0);
    // What is said before is over when the proposal is sent, and the last words are said by today.
    const lasting = (lines: typeof before) => lines.reduce((sum, [, later]) => sum + later, 0);
    expect(before[0]?.[0]).toBe("customer");
    expect(lasting(before)).toBeLessThan(3);
    expect(endedDaysAgo - 1 - lasting(after)).toBeGreaterThan(0);
  }
});
