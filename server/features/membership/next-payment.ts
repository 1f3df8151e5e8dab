import type { Membership } from "@plumbline/contract/membership/contract.ts";
import { type Course, nextCharge } from "@plumbline/contract/membership/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import type { Standing } from "./refresh.ts";

/**
 * The next payment that charges something (decision 55): by the provider's own sum, which knows of discounts and credit;
 * where that is nothing, by ours over the bills after it. Null when nothing more will be charged.
 */
export async function nextPayment(
  house: House,
  { row, subscription, live }: Standing,
): Promise<Membership["next_payment"]> {
  if (!live || !subscription || row.cancelAtPeriodEnd || row.status === "past_due" || !row.currentPeriodEnd)
    return null;
  try {
    const next = await house.cards.stripe.invoices.createPreview({ subscription: subscription.id });
    if (next.amount_due > 0) return paymentView({ amount: next.amount_due, date: row.currentPeriodEnd });
    const [item] = subscription.items.data;
    const price = item?.price;
    if (!price?.recurring || price.unit_amount === null) return null;
    const charge = nextCharge({
      price: price.unit_amount * (item?.quantity ?? 1),
      months: monthsOf(price.recurring),
      next: row.currentPeriodEnd,
      anchor: new Date(subscription.billing_cycle_anchor * 1000),
      credit: Math.max(0, -(next.starting_balance ?? 0)),
      discounts: await discountsOf(house, subscription.id),
    });
    return charge && paymentView(charge);
  } catch (error) {
    house.log.warn({ err: error }, "the card provider did not say what is charged next");
    return null;
  }
}

export const monthsOf = ({
  interval,
  interval_count: count,
}: Pick<Stripe.Price.Recurring, "interval" | "interval_count">) => (interval === "year" ? 12 * count : count);

export const paymentView = ({ amount, date }: { amount: number; date: Date }) => ({
  amount: decimalOf(amount),
  date: date.toISOString(),
});

/** What a subscription's discounts take off its bills, and until when. */
export async function discountsOf({ cards }: House, subscriptionId: string): Promise<Course["discounts"]> {
  const { discounts } = await cards.stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["discounts.source.coupon"],
  });
  return discounts.flatMap((discount) => {
    const coupon = typeof discount === "string" ? null : discount.source.coupon;
    if (!coupon || typeof coupon === "string" || typeof discount === "string") return [];
    const until = discount.end === null ? null : new Date(discount.end * 1000);
    return [{ percent: coupon.percent_off ?? 0, off: coupon.amount_off ?? 0, until }];
  });
}
