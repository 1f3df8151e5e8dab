import { describe, expect, test } from "vitest";
import { cancelSentence, firstCharge, graceEnd, isLive, planAction, shownPlans, totalToday } from "./rules.ts";

const at = (text: string) => new Date(`${text}T12:00:00Z`);

describe("membership", () => {
  test.each([
    ["active", null, true],
    ["trialing", null, true],
    ["past_due", "2026-11-20", true],
    ["past_due", "2026-11-14", false],
    ["past_due", null, true],
    ["incomplete", null, false],
    ["canceled", null, false],
    ["unpaid", null, false],
    [null, null, false],
  ])("B-05 %s, late since %s, gives access: %s", (status, since, live) => {
    expect(isLive(status, since ? at(since) : null, at("2026-11-21"))).toBe(live);
  });

  test("B-10 the grace of a failed renewal lasts seven days", () => {
    expect(graceEnd(at("2026-11-21"))).toEqual(at("2026-11-28"));
  });

  test("B-02 the plan named Individual never shows; the rest are reversed", () => {
    const plans = ["Annual", "Individual", "Monthly"].map((name) => ({ name }));
    expect(shownPlans(plans).map(({ name }) => name)).toEqual(["Monthly", "Annual"]);
  });

  test("B-03 purchase without a plan, cancel the current one, change to another", () => {
    expect(planAction("m", null)).toBe("purchase");
    expect(planAction("m", { price_id: "m" })).toBe("cancel");
    expect(planAction("m", { price_id: "a" })).toBe("change");
  });

  test("O-04 the total is the plan's; with the code nothing for a month, 500 pounds less for a year", () => {
    const effect = { monthsFree: 2, annualDiscount: 50000 };
    expect(totalToday({ amount: 25000, interval: "month" }, null)).toBe(25000);
    expect(totalToday({ amount: 25000, interval: "month" }, effect)).toBe(0);
    expect(totalToday({ amount: 25000, interval: "month" }, { ...effect, monthsFree: 0 })).toBe(25000);
    expect(totalToday({ amount: 250000, interval: "year" }, effect)).toBe(200000);
    expect(totalToday({ amount: 30000, interval: "year" }, effect)).toBe(0);
  });

  test.each([
    ["2026-11-21", "2027-01-21"],
    ["2026-12-31", "2027-02-28"],
    ["2026-08-31", "2026-10-31"],
  ])("O-04 two free months from %s are charged first on %s", (from, first) => {
    expect(firstCharge(at(from), 2)).toEqual(at(first));
  });

  test("B-05 the confirmation says until when, or that it ends at once", () => {
    expect(cancelSentence({ status: "active", current_period_end: "2026-12-21T10:00:00.000Z" })).toContain(
      "until 21 December 2026",
    );
    expect(cancelSentence({ status: "past_due", current_period_end: "2026-12-21T10:00:00.000Z" })).toContain("at once");
  });
});
