import { expect, test } from "vitest";
import { addDays } from "../dates.ts";
import { effectOf, lateRate } from "../prices/rules.ts";
import {
  claimBlockedBy,
  claimedAlready,
  claimLines,
  claimTotalError,
  compensationFor,
  interestPerDay,
  type LateInvoice,
  lateClaim,
  lateDays,
} from "./late-payment.ts";

// biome-ignore format: a table is read by its columns
test.each([
  [1_000_00, 8.5, 23],
  [1_000_00, 11.75, 32],
  [365_00, 10, 10],
  // Half a penny rounds up: 3,650p at 5% is 0.5p a day.
  [36_50, 5, 1],
  [36_49, 5, 0],
  [30, 8.5, 0],
  [99_999_999, 11.75, 321_92],
])("I-14 a day of simple interest on %i pence at %f%% is %i pence", (debt, percent, pence) => {
  expect(interestPerDay(debt, percent)).toBe(pence);
});

test("I-14 gov.uk's example: £1,000 at a base rate of 0.5% is 23p a day, and £11.50 after 50 days", () => {
  const claim = lateClaim(invoice, "2026-08-19", (late) => lateRate([base("2026-06-30", 0.5, 1)], late));
  expect(claim).toMatchObject({ days: 50, percent: 8.5, perDayPence: 23, interestPence: 11_50 });
});

test.each([
  [1, 40_00],
  [999_99, 40_00],
  [1_000_00, 70_00],
  [9_999_99, 70_00],
  [10_000_00, 100_00],
  [99_999_999, 100_00],
])("I-14 compensation for a debt of %i pence is %i pence", (debt, pence) => {
  expect(compensationFor(debt)).toBe(pence);
});

const base = (fromDay: string, percent: number, id: number) =>
  ({ id, setting: "base_rate", memberId: null, fromDay, hundredths: percent * 100 }) as const;
const rows = [base("2026-01-15", 4, 1), base("2026-06-30", 5, 2), base("2026-12-31", 0.5, 3)];

// The base rate is that of 31 December for what becomes late up to 30 June, and of 30 June for the rest of the year.
test.each([
  ["2026-01-15", "2025-12-31", 3.75],
  ["2026-06-30", "2025-12-31", 3.75],
  ["2026-07-01", "2026-06-30", 5],
  ["2026-12-31", "2026-06-30", 5],
  ["2027-01-01", "2026-12-31", 0.5],
  ["2027-06-30", "2026-12-31", 0.5],
])("I-14 what becomes late on %s follows the base rate of %s", (late, referenceDay, basePercent) => {
  expect(lateRate(rows, late)).toEqual({ referenceDay, basePercent, percent: 8 + basePercent });
});

const invoice: LateInvoice = {
  status: "sent",
  dueOn: "2026-06-30",
  paidOn: null,
  debtPence: 1_000_00,
  isClaim: false,
};

// biome-ignore format: a table is read by its columns
test.each<[string, Partial<LateInvoice>, string, number | null]>([
  ["is not late on its due day",        {},                                               "2026-06-30", null],
  ["is late from the day after",        {},                                               "2026-07-01", 1],
  ["goes on while it is unpaid",        {},                                               "2026-08-19", 50],
  ["stops on the day of payment",       { status: "completed", paidOn: "2026-07-14" },    "2026-08-19", 14],
  ["was paid on its due day",           { status: "completed", paidOn: "2026-06-30" },    "2026-08-19", null],
  ["is being paid",                     { status: "processing" },                         "2026-08-19", null],
  ["was withdrawn",                     { status: "void" },                               "2026-08-19", null],
  ["was refunded",                      { status: "refunded", paidOn: "2026-07-14" },     "2026-08-19", null],
  ["is a draft",                        { status: "draft", dueOn: null },                 "2026-08-19", null],
  ["was given back in full by a bank",  { status: "completed", paidOn: "2026-07-14", debtPence: 0 }, "2026-08-19", null],
  ["is itself a claim",                 { isClaim: true },                                "2026-08-19", null],
])("I-14 an invoice that %s", (_, change, today, days) => {
  const late = lateDays({ ...invoice, ...change }, today);
  expect(late?.days ?? null).toBe(days);
  if (late) expect([late.from, late.until]).toEqual(["2026-07-01", addDays("2026-06-30", late.days)]);
});

test("I-14 the rate is that of the day on which the invoice became late, however long it stays so", () => {
  const claim = lateClaim(invoice, "2027-02-10", (late) => lateRate(rows, late));
  // 225 days at 13%, although the base rate fell on 31 December.
  expect(claim).toMatchObject({ percent: 13, days: 225, interestPence: 225 * 36, compensationPence: 70_00 });
  expect(claimLines("INV-0007", claim as NonNullable<typeof claim>)).toEqual([
    { description: "Interest on INV-0007, 225 days at 13%", quantity: 225, unit_price: 0.36 },
    { description: "Compensation for late payment of INV-0007", quantity: 1, unit_price: 70 },
  ]);
});

test("I-16 a claim may be less than the law allows, and not a penny more", () => {
  const claim = lateClaim({ ...invoice, debtPence: 30 }, "2026-07-01", () => lateRate([], "2026-07-01"));
  if (!claim) throw new Error("it is late");
  expect(claimLines("INV-0001", claim).map(({ description }) => description)).toEqual([
    "Compensation for late payment of INV-0001",
  ]);
  expect(claimTotalError("INV-0001", claim, 40_00)).toBeNull();
  expect(claimTotalError("INV-0001", claim, 12_00)).toBeNull();
  expect(claimTotalError("INV-0001", claim, 40_01)).toBe("At most £40.00 may be claimed for INV-0001 by today.");
});

test("I-18 nothing is claimed while a bank looks into the payment", () => {
  expect(claimBlockedBy(null)).toBeNull();
  for (const state of ["open", "inquiry"] as const) expect(claimBlockedBy(state)).toContain("until it has decided");
  for (const state of ["won", "lost", "inquiry_closed"] as const) expect(claimBlockedBy(state)).toBeNull();
});

test("I-17 a second claim names the first", () => {
  expect(claimedAlready("INV-0007", { number: 9 })).toBe("INV-0007 was claimed already, with INV-0009.");
  expect(claimedAlready("INV-0007", { number: null })).toBe("A claim for INV-0007 is among your drafts already.");
});

test("G-80 the sentence about a base rate names the interest in all to the hundredth of a percent", () => {
  const effect = effectOf("base_rate", { from: "2026-12-01", before: 1.12, after: 1.13 });
  expect(effect).toContain("carries 9.13% a year");
  expect(effect).toContain("instead of 9.12%,");
});
