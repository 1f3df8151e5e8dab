import type Stripe from "stripe";
import { idOf } from "./ids.ts";

export type LineDraft = {
  description: string;
  amount: number;
  period: { start: number; end: number };
  price: Stripe.Price | null;
  quantity: number;
  item: string | null;
  proration: boolean;
  discountable: boolean;
};

export type Applied = { discount: Stripe.Discount; coupon: Stripe.Coupon };
export type DiscountedLine = LineDraft & { discounts: { discount: string; amount: number }[] };

/**
 * Applies discounts to lines in the order given: percentages to what remains of each line (rounded to the penny),
 * fixed amounts from the first line on until used up. No line goes below zero.
 */
export function discountLines(lines: LineDraft[], applied: Applied[]): DiscountedLine[] {
  const discounted: DiscountedLine[] = lines.map((line) => ({ ...line, discounts: [] }));
  for (const { discount, coupon } of applied) {
    let amountLeft = coupon.amount_off ?? 0;
    for (const line of discounted) {
      const left = netOf(line);
      if (!line.discountable || left <= 0 || !covers(coupon, line)) continue;
      const amount = coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : Math.min(amountLeft, left);
      amountLeft -= coupon.percent_off ? 0 : amount;
      if (amount > 0) line.discounts.push({ discount: discount.id, amount });
    }
  }
  return discounted;
}

/** What a line costs after its discounts, in pence; negative for a credit. */
export function netOf(line: DiscountedLine): number {
  return line.amount - line.discounts.reduce((sum, one) => sum + one.amount, 0);
}

function covers(coupon: Stripe.Coupon, line: LineDraft): boolean {
  const products = coupon.applies_to?.products;
  return !products?.length || products.includes(idOf(line.price?.product) ?? "");
}

/** Stripe's minimum charge; a smaller amount is carried over on the customer's balance. */
const minimumCharge = 30;

/**
 * What is due of a total after applying the customer's balance (negative: credit, positive: owed).
 * What is not due now becomes the new balance.
 */
export function applyBalance(total: number, balance: number): { due: number; balanceAfter: number } {
  const owed = total + balance;
  if (owed >= minimumCharge) return { due: owed, balanceAfter: 0 };
  return { due: 0, balanceAfter: owed };
}
