import { type BillingSchedule, nextCharge } from "@plumbline/contract/membership/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { MembershipSnapshot } from "./refresh.ts";

/**
 * The next payment that charges something (decision 55): from the provider's preview, which includes discounts and credit,
 * or, if that is zero, computed here for the bills after it. Null when nothing more will be charged.
 */
export async function nextPayment(
  context: AppContext,
  { row, subscription, live }: MembershipSnapshot,
): Promise<{ amount: number; date: Date } | null> {
  if (!live || !subscription || row.cancelAtPeriodEnd || row.status === "past_due" || !row.currentPeriodEnd)
    return null;
  const next = await previewOf(context, subscription.id);
  if (!next) return null;
  if (next.amount_due > 0) return { amount: next.amount_due, date: row.currentPeriodEnd };
  const [item] = subscription.items.data;
  const price = item?.price;
  if (!price?.recurring || price.unit_amount === null) return null;
  return nextCharge({
    price: price.unit_amount * (item?.quantity ?? 1),
    months: monthsOf(price.recurring),
    next: row.currentPeriodEnd,
    anchor: new Date(subscription.billing_cycle_anchor * 1000),
    credit: Math.max(0, -(next.starting_balance ?? 0)),
    discounts: await discountsOf(context, subscription.id),
  });
}

/** The provider's preview of the next bill; null when it refuses one, because it has none to make. */
async function previewOf({ cards, log }: AppContext, subscription: string): Promise<Stripe.Invoice | null> {
  try {
    return await cards.stripe.invoices.createPreview({ subscription });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn({ err: error }, "the card provider did not say what is charged next");
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

/** A subscription's discounts, in percent or pence, and when they end. */
export async function discountsOf(
  { cards }: AppContext,
  subscriptionId: string,
): Promise<BillingSchedule["discounts"]> {
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
