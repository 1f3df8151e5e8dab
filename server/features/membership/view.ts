import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { checkCoupon, Membership } from "@plumbline/contract/membership/contract.ts";
import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import type Stripe from "stripe";
import type { Offer } from "./coupons.ts";
import { durationOf } from "./offer-provider.ts";
import type { MembershipRow } from "./store.ts";

/** A member's plan, as the profile and the responses of this feature show it; null without a live membership. */
export function packageView(row: MembershipRow | null, live: boolean): OwnProfile["current_package"] {
  if (!row || !live) return null;
  return {
    name: row.planName,
    price_id: row.priceId,
    status: row.status,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
  };
}

/** The actions that are allowed on a membership now. */
export function actionsFor(row: MembershipRow | null, live: boolean): Membership["allowed_actions"] {
  if (!row || !live) return ["subscribe"];
  if (row.status === "past_due") return ["pay", "cancel"];
  return row.cancelAtPeriodEnd ? ["resume", "change"] : ["change", "cancel"];
}

/** One code, two effects (decision 15). */
export function offerView({ code, name, month, year }: Offer): Answer<typeof checkCoupon> {
  return {
    coupon: code,
    valid: true,
    name,
    months_free: month ? freeMonths(month) : 0,
    annual_discount: year?.amount_off ?? 0,
    discounts: { month: month && stripeDiscount(month), year: year && stripeDiscount(year) },
  };
}

/** After which the plan is charged: none where every bill is free. */
const freeMonths = ({ percent_off: percent, duration_in_months: months, ...coupon }: Stripe.Coupon) =>
  percent === 100 && durationOf(coupon) !== "forever" ? (months ?? 1) : 0;

const stripeDiscount = (coupon: Stripe.Coupon) => ({
  percent_off: coupon.percent_off,
  amount_off: coupon.amount_off,
  duration: durationOf(coupon),
  months: coupon.duration_in_months,
});
