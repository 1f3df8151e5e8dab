import { expect, test } from "vitest";
import { decimalOf, formatPence, hundredthsOf, lineAmount, split, sumOf } from "./money.ts";

test.each([
  ["100.5", 10050],
  ["1,250.00", 125000],
  ["£3", 300],
  [0.1, 10],
  ["2.500", 250],
  ["-1", -100],
  ["1.005", null],
  ["", null],
  ["ten", null],
  ["1e3", null],
  ["12,50", null],
  ["1.000,00", null],
  ["1.000,000", null],
  ["1 00", null],
  ["£1 000", 100000],
  ["£ 1,000.50", 100050],
  ["12\u202f345\u00a0678.9", 1234567890],
])("W-04 %j is %s hundredths", (decimal, hundredths) => {
  expect(hundredthsOf(decimal)).toBe(hundredths);
});

test.each([
  ["100.5 x 2.5", 10050, 250, 25125],
  ["3 x 0.1", 10, 300, 30],
  ["half a penny rounds up", 1, 50, 1],
  ["just under half rounds down", 1, 49, 0],
  ["the largest price and quantity stay exact", 1_000_000_000, 100_000_000, 1_000_000_000_000_000],
])("I-04 E-07 line amount: %s", (_case, unit, quantity, amount) => {
  expect(lineAmount(unit, quantity)).toBe(amount);
});

test.each([
  [100_000, 10, { fee: 10_000, advisorAmount: 90_000 }],
  [5, 10, { fee: 1, advisorAmount: 4 }],
  [4, 10, { fee: 0, advisorAmount: 4 }],
  [0, 10, { fee: 0, advisorAmount: 0 }],
])("I-13 the fee of %i pence at %i percent", (total, percent, parts) => {
  expect(split(total, percent)).toEqual(parts);
});

test("I-13 fee and advisor's share add up to the total for every penny of the first hundred pounds", () => {
  for (let total = 0; total <= 10_000; total += 1) {
    const { fee, advisorAmount } = split(total, 10);
    expect(fee + advisorAmount).toBe(total);
  }
});

test("W-04 pounds have two decimals and thousands their comma", () => {
  expect([formatPence(123450), formatPence(5), formatPence(0)]).toEqual(["£1,234.50", "£0.05", "£0.00"]);
  expect(sumOf([10, 20, 3])).toBe(33);
  expect(decimalOf(25125)).toBe(251.25);
});
