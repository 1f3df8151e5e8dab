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
export type Reckoned = LineDraft & { discounts: { discount: string; amount: number }[] };

/**
 * Takes discounts off lines, in the order given: percentages of what is left of each line (rounded to the penny),
 * fixed amounts from the first line on until used up. Never below nothing.
 */
export function discountLines(lines: LineDraft[], applied: Applied[]): Reckoned[] {
  const reckoned: Reckoned[] = lines.map((line) => ({ ...line, discounts: [] }));
  for (const { discount, coupon } of applied) {
    let purse = coupon.amount_off ?? 0;
    for (const line of reckoned) {
      const left = netOf(line);
      if (!line.discountable || left <= 0 || !covers(coupon, line)) continue;
      const amount = coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : Math.min(purse, left);
      purse -= coupon.percent_off ? 0 : amount;
      if (amount > 0) line.discounts.push({ discount: discount.id, amount });
    }
  }
  return reckoned;
}

export function netOf(line: Reckoned): number {
  return line.amount - line.discounts.reduce((sum, one) => sum + one.amount, 0);
}

function covers(coupon: Stripe.Coupon, line: LineDraft): boolean {
  const products = coupon.applies_to?.products;
  return !products?.length || products.includes(idOf(line.price?.product) ?? "");
}

/** Stripe does not take cards below this; a smaller bill waits on the customer's balance. */
const leastCharge = 30;

/**
 * What a total becomes after the customer's balance (negative: credit, positive: owed).
 * Whatever is not due now is the balance afterwards.
 */
export function applyBalance(total: number, balance: number): { due: number; balanceAfter: number } {
  const owed = total + balance;
  if (owed >= leastCharge) return { due: owed, balanceAfter: 0 };
  return { due: 0, balanceAfter: owed };
}
