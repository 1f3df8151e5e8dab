import { dayMs, formatLong } from "../dates.ts";
import { formatPence, formatWholePounds } from "../money.ts";

// Texts of the specification, verbatim.
export const texts = {
  selectPlan: "Please select membership plan.",
  cardHolder: "Please enter card holder name",
  cardNumber: "Please provide Card Number",
  firstName: "Please enter first name",
  lastName: "Please enter last name",
  renews: { year: "Renews annually, cancel anytime", month: "Renews monthly, cancel anytime" },
  twoMonths: "Enjoy 2 months of membership on us",
  purchase: "Purchase",
  change: "Change My Plan",
  cancel: "Cancel My Plan",
  editCard: "Edit Card Detail",
  badCoupon: "This code is not valid.",
  usedCoupon: "You have used this code before.",
} as const;

export const paymentStatuses = ["paid", "pending", "processing", "failed", "void", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentLabels: Record<PaymentStatus, string> = {
  paid: "Paid",
  pending: "Pending",
  processing: "Processing",
  failed: "Card refused",
  void: "Void",
  refunded: "Refunded",
};

/** The status of a bill as screens and files show it; `refunded` is what was refunded of it, in any unit (row G-42). */
export function paymentLabel({ status, refunded }: { status: PaymentStatus; refunded: number }): string {
  return status === "paid" && refunded > 0 ? "Partly refunded" : paymentLabels[status];
}

/** The plan that is no longer sold: it is never shown and cannot be bought (row B-02). */
export const hiddenPlan = "Individual";
/** How long a membership stays active after a failed renewal. */
const graceDays = 7;
export type Interval = "month" | "year";
export type CouponEffect = {
  monthsFree: number;
  annualDiscount: number;
  /** What it takes off the bills of each plan, where the code says more than the two above. */
  discounts?: Record<Interval, CouponDiscount | null>;
};
export type CouponDiscount = {
  percent_off: number | null;
  amount_off: number | null;
  duration: "once" | "repeating" | "forever";
  months: number | null;
};
export type PlanAction = "purchase" | "change" | "cancel";

/** A plan's name within a sentence: "Annual membership" as "annual membership", "UK Growth" as "UK Growth membership". */
export function planInSentence(name: string): string {
  if (name === "") return "membership";
  // Other capitals than the first are those of a name.
  const words = /\p{Lu}/u.test(name.slice(1)) ? name : name.charAt(0).toLowerCase() + name.slice(1);
  return /\b(membership|plan)\b/i.test(words) ? words : `${words} membership`;
}

/** The plans as screens show them: without the hidden one, in the reverse of the provider's order (row B-02). */
export function shownPlans<P extends { name: string }>(plans: readonly P[]): P[] {
  return plans.filter(({ name }) => name !== hiddenPlan).reverse();
}

/** What a membership costs, in pounds, as the public pages name it. */
export type PublicPrices = Record<Interval, number>;
/** The prices that are shown until the provider has named its plans (row A-02). */
const usualPrices: PublicPrices = { month: 250, year: 2500 };

/** The lowest price of a plan by the month and by the year; amounts of plans are in pence. */
export function publicPrices(
  plans: readonly { name: string; amount: number; interval: Interval; interval_count: number }[] | null,
): PublicPrices {
  const lowest = (interval: Interval) => {
    const amounts = shownPlans(plans ?? [])
      .filter((plan) => plan.interval === interval && plan.interval_count === 1)
      .map(({ amount }) => amount / 100);
    return amounts.length > 0 ? Math.min(...amounts) : usualPrices[interval];
  };
  return { month: lowest("month"), year: lowest("year") };
}

/** "£250 a month or £2,500 a year". */
export const pricesInWords = ({ month, year }: PublicPrices): string =>
  `${formatWholePounds(month)} a month or ${formatWholePounds(year)} a year`;

/** The button under a plan (row B-03). */
export function planAction(priceId: string, current: { price_id: string | null } | null): PlanAction {
  if (!current) return "purchase";
  return current.price_id === priceId ? "cancel" : "change";
}

/** Whether a provider status gives access; `past_due` does until the grace period is over. */
export function isLive(status: string | null, pastDueSince: Date | null, now: Date): boolean {
  if (status === "active" || status === "trialing") return true;
  return status === "past_due" && (pastDueSince === null || now < graceEnd(pastDueSince));
}

/** When a membership whose payment failed stops giving access: seven days after it became past due. */
export function graceEnd(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + graceDays * dayMs);
}

/** What a plan costs today, in pence (row O-04). */
export function totalToday(plan: { amount: number; interval: Interval }, effect: CouponEffect | null): number {
  if (!effect) return plan.amount;
  const discount = effect.discounts?.[plan.interval];
  if (discount) return discountedBy(plan.amount, discount);
  if (plan.interval === "year") return Math.max(0, plan.amount - effect.annualDiscount);
  return effect.monthsFree > 0 ? 0 : plan.amount;
}

/** A bill in pence with a coupon, rounded as the provider rounds it. */
function discountedBy(amount: number, { percent_off: percent, amount_off: off }: CouponDiscount): number {
  return Math.max(0, amount - Math.round((amount * (percent ?? 0)) / 100) - (off ?? 0));
}

/** A discount in words: "20% off the first bill", "£10.00 off every bill", "100% off for 2 months". */
export function discountInWords({ percent_off: percent, amount_off: off, duration, months }: CouponDiscount): string {
  const what = percent === null ? formatPence(off ?? 0) : `${percent}%`;
  if (duration === "repeating") return `${what} off for ${months} ${months === 1 ? "month" : "months"}`;
  return `${what} off ${duration === "once" ? "the first bill" : "every bill"}`;
}

/** The first day on which a monthly plan with free months is charged. */
export function firstCharge(now: Date, monthsFree: number): Date {
  return addMonths(now, monthsFree);
}

/**
 * The same day and time a number of months later, or the month's last day if it is shorter; in UTC, like the provider.
 */
function addMonths(from: Date, months: number): Date {
  const at = new Date(from);
  const dayOfMonth = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(dayOfMonth, lastDay));
  return at;
}

/**
 * What a membership will cost, in pence: a price for every `months` months, credit that is used first, and discounts.
 */
export type BillingSchedule = {
  price: number;
  months: number;
  /** The date of the next bill, and the date from which all bill dates are counted. */
  next: Date;
  anchor: Date;
  credit: number;
  discounts: readonly { percent: number; off: number; until: Date | null }[];
};

/** How many bills ahead `nextCharge` looks; if none of them charges anything, none ever will. */
const maxBillsAhead = 240;

/** The next bill that charges an amount above zero (decision 55); null when none does. */
export function nextCharge({ price, months, next, anchor, credit, discounts }: BillingSchedule): {
  amount: number;
  date: Date;
} | null {
  const first = (next.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + next.getUTCMonth() - anchor.getUTCMonth();
  let left = credit;
  for (let bill = 0; bill < maxBillsAhead; bill += 1) {
    const date = bill === 0 ? next : addMonths(anchor, first + bill * months);
    const due = discounts
      .filter(({ until }) => until === null || until > date)
      .reduce((sum, { percent, off }) => Math.max(0, sum - Math.round((sum * percent) / 100) - off), price);
    if (due > left) return { amount: due - left, date };
    left -= due;
  }
  return null;
}

/** Why a membership ended before its paid period did (ADR-018), as texts for its member. */
export const endedReasons = {
  dispute_lost: "Your bank has given the payment of your membership back to you, so your membership has ended.",
  refunded: "We have given the payment of your membership back to you in full, so your membership has ended.",
} as const;

/** What cancelling means, for the confirmation dialog (decision 17). */
export function cancelSentence(current: { status: string | null; current_period_end: string | null }): string {
  if (current.status === "past_due" || !current.current_period_end)
    return "Your last renewal was not paid, so your membership ends at once. Nothing more is charged.";
  return `You keep your membership until ${formatLong(current.current_period_end)}. Nothing more is charged, and you can resume until then.`;
}
