import type Stripe from "stripe";
import type { Context } from "./call.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import type { LineDraft } from "./invoice-maths.ts";
import { flag, groups, integer, metadata, text } from "./params.ts";
import { periodEnd, sameInterval, unusedShare } from "./periods.ts";
import { present } from "./present.ts";
import { planOf } from "./prices.ts";
import { invalid, missing, noSuch } from "./problems.ts";
import { invoicesOf, periodOf, withPeriod } from "./subscription-state.ts";

export type Proration = "create_prorations" | "always_invoice" | "none";

/** The result of a change of items: the new items, the invoice lines, and whether they are invoiced now. */
export type Change = {
  items: Stripe.SubscriptionItem[];
  lines: LineDraft[];
  restarted: boolean;
  invoiceNow: boolean;
  anchor: number;
};

/** An item of a subscription from `items[index]`. Throws 400 without a price and for one that is not recurring. */
export function newItem(context: Context, subscription: string, form: Form, index: number): Stripe.SubscriptionItem {
  const param = `items[${index}][price]`;
  const id = text(form, "price") ?? text(form, "plan");
  if (!id) throw missing(param);
  const price = recurringPrice(context, id, param);
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: context.clock.now(),
    current_period_end: 0,
    current_period_start: 0,
    current_trial: null,
    discounts: [],
    metadata: metadata(form),
    plan: planOf(price),
    price,
    quantity: integer(form, "quantity", `items[${index}][quantity]`) ?? 1,
    subscription,
    tax_rates: [],
  };
}

/** Applies the `items` parameter to the current items. An entry without an id adds one, as at Stripe. */
export function changeItems(
  context: Context,
  subscription: Stripe.Subscription,
  params: Form,
  proration: Proration,
  at: number,
): Change {
  const before = subscription.items.data;
  let after = before;
  groups(params, "items")?.forEach((form, index) => {
    const id = text(form, "id");
    const current = id ? before.find((one) => one.id === id) : undefined;
    if (id && !current) throw noSuch("subscription item", id, { body: `items[${index}][id]` });
    if (!current) after = [...after, newItem(context, subscription.id, form, index)];
    else if (flag(form, "deleted")) after = after.filter((one) => one.id !== id);
    else after = after.map((one) => (one.id === id ? changed(context, one, form, index) : one));
  });
  if (!after.length) throw invalid("A subscription must have at least one active plan.", "items");
  oneInterval(after);
  const period = periodOf(subscription);
  const first = present(after[0], "an item");
  const restarted = !sameInterval(present(before[0], "an item").price, first.price);
  if (subscription.status === "trialing") {
    return {
      items: withPeriod(after, period),
      lines: [],
      restarted: false,
      invoiceNow: false,
      anchor: subscription.billing_cycle_anchor,
    };
  }
  const anchor = restarted ? at : subscription.billing_cycle_anchor;
  const next = restarted ? { start: at, end: periodEnd(at, first.price.recurring, at) } : period;
  const items = withPeriod(after, next);
  const credits = proration === "none" ? [] : creditsFor(context, subscription, before, items, restarted, at);
  const charges = restarted
    ? items.map((one) => cycleLine(one))
    : proration === "none"
      ? []
      : remainingCharges(before, items, period, at);
  return {
    items,
    lines: [...credits, ...charges],
    restarted,
    invoiceNow: restarted || proration === "always_invoice",
    anchor,
  };
}

/** The invoice line of an item for a whole period. */
export function cycleLine(item: Stripe.SubscriptionItem): LineDraft {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  return {
    description: `${quantity} × ${nameOf(price)} (at £${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval})`,
    amount: (price.unit_amount ?? 0) * quantity,
    period: { start: item.current_period_start, end: item.current_period_end },
    price,
    quantity,
    item: item.id,
    proration: false,
    discountable: true,
  };
}

/** Credits for the unused time of removed items, of the net amount: a free month gives no credit. */
function creditsFor(
  context: Context,
  subscription: Stripe.Subscription,
  before: Stripe.SubscriptionItem[],
  after: Stripe.SubscriptionItem[],
  restarted: boolean,
  at: number,
): LineDraft[] {
  return before
    .filter((one) => restarted || !sameItem(one, after))
    .flatMap((item) => {
      const billed = billedLine(context, subscription, item);
      if (!billed) return [];
      const net = billed.amount - (billed.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
      const amount = Math.round(net * unusedShare(billed.period, at));
      if (amount <= 0) return [];
      return [proratedLine(item, -amount, { start: at, end: billed.period.end }, "Unused time on", at)];
    });
}

function remainingCharges(
  before: Stripe.SubscriptionItem[],
  after: Stripe.SubscriptionItem[],
  period: { start: number; end: number },
  at: number,
): LineDraft[] {
  return after
    .filter((one) => !sameItem(one, before))
    .map((item) => {
      const whole = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
      const amount = Math.round(whole * unusedShare(period, at));
      return proratedLine(item, amount, { start: at, end: period.end }, "Remaining time on", at);
    });
}

function proratedLine(
  item: Stripe.SubscriptionItem,
  amount: number,
  period: { start: number; end: number },
  words: string,
  at: number,
): LineDraft {
  const date = new Date(at * 1000).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return {
    ...cycleLine(item),
    description: `${words} ${nameOf(item.price)} after ${date}`,
    amount,
    period,
    proration: true,
    discountable: amount > 0,
  };
}

function billedLine(context: Context, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  return invoicesOf(context, subscription.id)
    .filter((one) => one.status === "paid" || one.status === "open")
    .flatMap((one) => one.lines.data)
    .find(
      (line) =>
        line.parent?.subscription_item_details?.subscription_item === item.id &&
        line.amount > 0 &&
        line.period.end === item.current_period_end,
    );
}

function changed(context: Context, item: Stripe.SubscriptionItem, form: Form, index: number): Stripe.SubscriptionItem {
  const id = text(form, "price") ?? text(form, "plan");
  const price = id ? recurringPrice(context, id, `items[${index}][price]`) : item.price;
  const quantity = integer(form, "quantity", `items[${index}][quantity]`) ?? item.quantity ?? 1;
  return { ...item, price, plan: planOf(price), quantity, metadata: metadata(form, item.metadata) };
}

function recurringPrice(context: Context, id: string, param: string): Stripe.Price {
  const price = context.objects.get("price", id);
  if (!price) throw noSuch("price", id, { body: param });
  if (!price.recurring)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      param,
    );
  if (!price.active) throw invalid("The price specified is inactive. This field only accepts active prices.", param);
  return price;
}

/** Throws 400 when the items are not all charged equally often. */
export function oneInterval(items: Stripe.SubscriptionItem[]): void {
  const [first, ...rest] = items;
  if (!first || rest.every((one) => sameInterval(one.price, first.price))) return;
  throw invalid(
    "If a subscription has multiple items, all items must have the same billing period (interval and interval_count).",
    "items",
  );
}

function sameItem(item: Stripe.SubscriptionItem, others: Stripe.SubscriptionItem[]): boolean {
  return others.some((one) => one.id === item.id && one.price.id === item.price.id && one.quantity === item.quantity);
}

function nameOf(price: Stripe.Price): string {
  return price.nickname ?? idOf(price.product) ?? price.id;
}
