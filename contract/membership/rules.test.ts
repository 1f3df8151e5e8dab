import { describe, expect, test } from "vitest";
import {
  cancelSentence,
  firstCharge,
  graceEnd,
  isLive,
  nextCharge,
  planAction,
  planInSentence,
  shownPlans,
  totalToday,
} from "./rules.ts";

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

  test("B-10 the grace period after a failed renewal is seven days", () => {
    expect(graceEnd(at("2026-11-21"))).toEqual(at("2026-11-28"));
  });

  test("B-02 the plan named Individual never shows; the rest are reversed", () => {
    const plans = ["Annual", "Individual", "Monthly"].map((name) => ({ name }));
    expect(shownPlans(plans).map(({ name }) => name)).toEqual(["Monthly", "Annual"]);
  });

  test.each([
    ["Annual membership", "annual membership"],
    ["Annual Membership", "Annual Membership"],
    ["Gold", "gold membership"],
    ["UK Growth", "UK Growth membership"],
    ["Starter plan", "starter plan"],
    ["", "membership"],
  ])("G-96 the plan %j is called %j within a sentence", (name, words) => {
    expect(planInSentence(name)).toBe(words);
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

  const schedule = {
    price: 25000,
    months: 1,
    next: at("2026-12-21"),
    anchor: at("2026-11-21"),
    credit: 0,
    discounts: [],
  };
  const free = { percent: 100, off: 0, until: at("2027-01-21") };
  test.each([
    ["a plain month", {}, 25000, "2026-12-21"],
    ["a free month before it", { discounts: [free] }, 25000, "2027-01-21"],
    ["half a price", { discounts: [{ ...free, percent: 50 }] }, 12500, "2026-12-21"],
    [
      "500 pounds off, for a while",
      { discounts: [{ percent: 0, off: 50000, until: at("2027-03-01") }] },
      25000,
      "2027-03-21",
    ],
    ["credit for a month and a half", { credit: 37500 }, 12500, "2027-01-21"],
    ["credit for two months to the penny", { credit: 50000 }, 25000, "2027-02-21"],
    ["a year", { price: 250000, months: 12, next: at("2027-11-21"), credit: 250000 }, 250000, "2028-11-21"],
    [
      "the 31st, of a month that has none",
      { next: at("2027-02-28"), anchor: at("2026-08-31"), discounts: [{ ...free, until: at("2027-03-01") }] },
      25000,
      "2027-03-31",
    ],
  ])("decision 55 the next payment is the next that charges something: %s", (_, change, amount, date) => {
    expect(nextCharge({ ...schedule, ...change })).toEqual({ amount, date: at(date) });
  });

  test("decision 55 what is free for good has no next payment", () => {
    expect(nextCharge({ ...schedule, discounts: [{ ...free, until: null }] })).toBeNull();
  });

  test("B-05 the confirmation says until when, or that it ends at once", () => {
    expect(cancelSentence({ status: "active", current_period_end: "2026-12-21T10:00:00.000Z" })).toContain(
      "until 21 December 2026",
    );
    expect(cancelSentence({ status: "past_due", current_period_end: "2026-12-21T10:00:00.000Z" })).toContain("at once");
  });
});
