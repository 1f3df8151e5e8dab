import { describe, expect, test } from "vitest";
import {
  amountsOf,
  type EarningState,
  earningState,
  earningsByMonth,
  failureInWords,
  monthPlus,
  monthsUntil,
  nextPayout,
  type PayoutSchedule,
  type PayoutStatus,
  payoutDay,
  scheduleInWords,
  statementPeriods,
  sumsOf,
} from "./rules.ts";

test.each<[PayoutStatus | null, EarningState]>([
  [null, "waiting"],
  ["pending", "under_way"],
  ["in_transit", "under_way"],
  ["paid", "paid_out"],
  ["failed", "waiting"],
  ["canceled", "waiting"],
])("decision 61 money whose payout is %s is %s", (status, state) => {
  expect(earningState(status)).toBe(state);
});

test.each([
  ["a payment", { type: "payment", amount: 100_000, fee: 10_000 }, { gross: 100_000, commission: 10_000, net: 90_000 }],
  ["a refund", { type: "payment_refund", amount: -100_000, fee: 0 }, { gross: -100_000, commission: 0, net: -100_000 }],
  [
    "a refund whose commission came back with it",
    { type: "payment_refund", amount: -100_000, fee: -10_000 },
    { gross: -100_000, commission: -10_000, net: -90_000 },
  ],
  [
    "commission that comes back by itself",
    { type: "application_fee_refund", amount: 10_000, fee: 0 },
    { gross: 0, commission: -10_000, net: 10_000 },
  ],
])("decision 61 %s", (_name, movement, amounts) => {
  expect(amountsOf(movement)).toEqual(amounts);
});

const row = (month: string, state: EarningState, gross: number, commission: number) => ({
  month,
  state,
  gross,
  commission,
  net: gross - commission,
});

describe("decision 61 sums", () => {
  test.each([
    ["nothing", [], { gross: 0, commission: 0, net: 0, paidOut: 0, onItsWay: 0 }],
    [
      "what waits and what is under way are both on their way",
      [
        row("2026-11", "waiting", 1000, 100),
        row("2026-11", "under_way", 2000, 200),
        row("2026-11", "paid_out", 500, 50),
      ],
      { gross: 3500, commission: 350, net: 3150, paidOut: 450, onItsWay: 2700 },
    ],
    [
      "a refund after its payout is owed to the balance",
      [row("2026-10", "paid_out", 1000, 100), row("2026-11", "waiting", -1000, -100)],
      { gross: 0, commission: 0, net: 0, paidOut: 900, onItsWay: -900 },
    ],
  ])("%s", (_name, rows, sums) => {
    expect(sumsOf(rows)).toEqual(sums);
  });

  test("decision 61 by month, empty months too, and months that are not shown are left out", () => {
    const rows = [
      row("2025-12", "paid_out", 1, 0),
      row("2026-01", "paid_out", 1000, 100),
      row("2026-01", "waiting", 10, 1),
    ];
    const months = earningsByMonth(rows, "2026-02", 2);
    expect(months.map(({ month, net, paidOut, onItsWay }) => [month, net, paidOut, onItsWay])).toEqual([
      ["2026-01", 909, 900, 9],
      ["2026-02", 0, 0, 0],
    ]);
  });
});

test("decision 61 months are counted over the turn of the year", () => {
  expect(monthsUntil("2026-02", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect([monthPlus("2026-12", 1), monthPlus("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

const weekly: PayoutSchedule = { interval: "weekly", weekdays: ["friday"] };
test.each<[string, PayoutSchedule, string, string | null, string]>([
  ["the same day", weekly, "2026-11-27", "2026-11-27", "Stripe pays out every Friday."],
  ["the day of the next week", weekly, "2026-11-28", "2026-12-04", "Stripe pays out every Friday."],
  ["a working day", { interval: "daily" }, "2026-11-28", "2026-11-30", "Stripe pays out every working day."],
  [
    "a short month",
    { interval: "monthly", days: [31] },
    "2026-11-02",
    "2026-11-30",
    "Stripe pays out on day 31 of each month.",
  ],
  ["by hand", { interval: "manual" }, "2026-11-02", null, "You pay yourself out by hand, in your Stripe account."],
])("decision 61 the next payout: %s", (_name, schedule, from, day, words) => {
  expect(payoutDay(schedule, from)).toBe(day);
  expect(scheduleInWords(schedule)).toBe(words);
});

const fridays: PayoutSchedule = { interval: "weekly", weekdays: ["friday"] };

test.each<[string, { availableOn: string; net: number }[], { on: string; pence: number } | null]>([
  ["nothing waits", [], null],
  ["all of it by Friday", [{ availableOn: "2026-11-24", net: 100 }], { on: "2026-11-27", pence: 100 }],
  [
    "what comes on Saturday goes a week later",
    [
      { availableOn: "2026-11-27", net: 100 },
      { availableOn: "2026-11-28", net: 50 },
    ],
    { on: "2026-11-27", pence: 100 },
  ],
  [
    "negative by this Friday, above zero by the next",
    [
      { availableOn: "2026-11-24", net: -300 },
      { availableOn: "2026-12-01", net: 500 },
    ],
    { on: "2026-12-04", pence: 200 },
  ],
  ["negative on every day", [{ availableOn: "2026-11-24", net: -300 }], null],
])("decision 61 the amount of the next payout: %s", (_name, waiting, expected) => {
  expect(nextPayout(fridays, waiting, "2026-11-24")).toEqual(expected);
});

test("decision 61 a failed payout says why, an unknown code too", () => {
  expect(failureInWords("account_closed")).toBe("The bank account is closed.");
  expect([failureInWords("new_code"), failureInWords(null)]).toEqual(Array(2).fill("The bank sent it back."));
});

test.each([
  ["2026-04-05", "2025-04-06", "2026-04-05"],
  ["2026-04-06", "2026-04-06", "2027-04-05"],
])("decision 61 on %s the tax year is from %s to %s", (today, from, to) => {
  const periods = statementPeriods(today, "2020-01");
  expect(periods[0]).toMatchObject({ from, to });
  expect(periods).toHaveLength(14);
  expect(periods[2]).toEqual({ name: "2026-04", from: "2026-04-01", to: "2026-04-30" });
});

test("decision 61 statements begin with the month in which the first money came", () => {
  const names = (today: string, since: string) => statementPeriods(today, since).map(({ name }) => name);
  expect(names("2026-05-20", "2026-05")).toEqual(["Tax year 2026/27", "2026-05"]);
  expect(names("2026-05-20", "2026-04")).toEqual(["Tax year 2026/27", "Tax year 2025/26", "2026-05", "2026-04"]);
});
