import { describe, expect, test } from "vitest";
import {
  actRefusal,
  allowedActs,
  mayAppeal,
  outcomesFor,
  sanctionActs,
  standingAfter,
  standingOf,
  standings,
} from "./rules.ts";

describe("G-60 what staff may decide about an account", () => {
  test.each([
    ["open", ["warn", "restrict", "suspend"]],
    ["restricted", ["warn", "suspend", "reopen"]],
    ["suspended", ["reopen"]],
  ] as const)("%s", (standing, acts) => {
    expect(allowedActs(standing)).toEqual(acts);
  });

  test("G-60 an act that is not allowed has a sentence that says why, and no two acts but a warning lead to the same standing", () => {
    for (const standing of standings)
      for (const act of sanctionActs) {
        const allowed = allowedActs(standing).includes(act);
        expect([standing, act, standingAfter(standing, act) !== null]).toEqual([standing, act, allowed]);
        if (!allowed) expect(actRefusal(standing, act)).toMatch(/ already/);
      }
    expect(standingAfter("suspended", "reopen")).toBe("open");
  });

  test("G-60 the strictest sanction in force counts, also when another one is lifted", () => {
    expect(standingOf([])).toBe("open");
    expect(standingOf(["warning", "removal"])).toBe("open");
    expect(standingOf(["restriction", "suspension"])).toBe("suspended");
    expect(standingOf(["restriction", "warning"])).toBe("restricted");
  });
});

describe("G-62 who decides an appeal, and how", () => {
  test("G-62 nobody decides an appeal against their own decision, and only what still lasts can be shortened", () => {
    const sanction = { kind: "suspension", ended: false, imposedBy: 1 } as const;
    expect(outcomesFor(sanction, 1)).toEqual([]);
    expect(outcomesFor(sanction, 2)).toEqual(["lifted", "shortened", "kept"]);
    expect(outcomesFor({ ...sanction, ended: true }, 2)).toEqual(["lifted", "kept"]);
    expect(outcomesFor({ ...sanction, kind: "removal" }, 2)).toEqual(["lifted", "kept"]);
  });

  test("G-62 a decision may be appealed once, within six months, also after it has ended on its date", () => {
    const imposedAt = new Date("2026-01-10T09:00:00Z");
    const soon = new Date("2026-02-10T09:00:00Z");
    expect(mayAppeal({ imposedAt, end: null, appealed: false }, soon)).toBe(true);
    expect(mayAppeal({ imposedAt, end: "expired", appealed: false }, soon)).toBe(true);
    expect(mayAppeal({ imposedAt, end: "lifted", appealed: false }, soon)).toBe(false);
    expect(mayAppeal({ imposedAt, end: null, appealed: true }, soon)).toBe(false);
    expect(mayAppeal({ imposedAt, end: null, appealed: false }, new Date("2026-07-20T09:00:00Z"))).toBe(false);
  });
});
