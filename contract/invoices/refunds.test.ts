import fc from "fast-check";
import { expect, test } from "vitest";
import { split } from "../money.ts";
import { refundAmountError, refundParts, typedRefund } from "./refunds.ts";

test("G-40 one week of four: the advisor gives back their share of it, and we our fee on it", () => {
  const charge = { totalPence: 400_000, feePence: 40_000, reversedPence: 0, feeReturnedPence: 0 };
  expect(refundParts(charge, 100_000)).toEqual({ advisorPence: 90_000, feePence: 10_000 });
});

test("G-40 however a payment is given back in parts, the parts are the advisor's amount and our fee to the penny", () => {
  const cases = fc.record({
    totalPence: fc.integer({ min: 30, max: 99_999_999 }),
    percent: fc.integer({ min: 0, max: 15 }),
    cuts: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(cases, ({ totalPence, percent, cuts }) => {
      const { fee: feePence, advisorAmount } = split(totalPence, percent);
      let [reversedPence, feeReturnedPence, fromAdvisor] = [0, 0, 0];
      for (const cut of [...cuts, totalPence]) {
        const amount = Math.min(cut, totalPence - reversedPence);
        if (amount === 0) break;
        const parts = refundParts({ totalPence, feePence, reversedPence, feeReturnedPence }, amount);
        expect(parts.advisorPence + parts.feePence).toBe(amount);
        expect(Math.min(parts.advisorPence, parts.feePence)).toBeGreaterThanOrEqual(0);
        reversedPence += amount;
        feeReturnedPence += parts.feePence;
        fromAdvisor += parts.advisorPence;
        expect(feeReturnedPence).toBeLessThanOrEqual(feePence);
        expect(fromAdvisor).toBeLessThanOrEqual(advisorAmount);
        // Never further than half a penny from the exact share.
        expect(Math.abs(feeReturnedPence - (feePence * reversedPence) / totalPence)).toBeLessThanOrEqual(0.5001);
      }
      expect([reversedPence, feeReturnedPence, fromAdvisor]).toEqual([totalPence, feePence, advisorAmount]);
    }),
  );
});

test("G-41 an amount beyond what is left is refused with the sum that is possible", () => {
  const left = { leftPence: 75_000, heldPence: 0 };
  expect(refundAmountError(left, 75_000)).toBeNull();
  expect(refundAmountError(left, 75_001)).toBe("At most £750.00 can be refunded now.");
  expect(refundAmountError({ leftPence: 75_000, heldPence: 5_000 }, 6_000)).toMatch(/refund at most £50\.00 now/);
  expect(["", "12.50", "£1,000", "0", "-1", "1.005", "ten"].map((typed) => typedRefund(left, typed))).toEqual([
    75_000,
    1250,
    100_000,
    null,
    null,
    null,
    null,
  ]);
});
