import { expect, test } from "vitest";
import type { AppContext } from "../context.ts";
import { daysAgo, inWorkingHours } from "./past.ts";

const at = (now: string) => inWorkingHours({ clock: { now: () => new Date(now) } } as AppContext);

test("decision 39 the demo's moments are in working hours, in its order, and never in the future", () => {
  for (const now of ["2026-11-22T03:10:00Z", "2026-11-23T00:00:00Z", "2026-11-27T23:59:00Z"]) {
    const moments = Array.from({ length: 400 }, (_, n) => daysAgo(daysAgo(at(now), n / 20), n / 20).clock.now());
    for (const moment of moments) {
      expect([1, 2, 3, 4, 5]).toContain(moment.getUTCDay());
      expect(moment.getUTCHours() * 60 + moment.getUTCMinutes()).toBeGreaterThanOrEqual(8 * 60 + 30);
      expect(moment.getUTCHours()).toBeLessThan(18);
      expect(moment.getTime()).toBeLessThan(Date.parse(now));
    }
    expect(moments).toEqual(moments.toSorted((one, other) => other.getTime() - one.getTime()));
  }
});
