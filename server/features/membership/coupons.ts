import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { unlessMissing } from "../../platform/cards.ts";
import type { Limit } from "../../platform/limits.ts";
import { invalid } from "../../platform/problems.ts";
import { isOurs } from "./provider-catalogue.ts";
import { findMembership } from "./store.ts";

/** One public code, and the provider's coupon behind it for each interval (decision 15). */
export type Offer = { code: string; name: string; month: Stripe.Coupon | null; year: Stripe.Coupon | null };

const guesses: Limit = { name: "coupon", most: 10, seconds: 3600 };

/**
 * What a code is worth to this member. At the provider one code points to one coupon only, so the code's metadata names
 * the coupon for `month` and for `year`. Throws invalid when it is unknown, over, or was used by this member before, and
 * tooMany to an account that goes on guessing.
 */
export async function findOffer(house: House, memberId: number, entered: string): Promise<Offer> {
  const { stripe } = house.cards;
  await house.limits.require(guesses, String(memberId));
  const [code] = (await stripe.promotionCodes.list({ code: entered.trim(), active: true, limit: 1 })).data;
  const now = house.clock.now().getTime() / 1000;
  const over =
    !code ||
    !isOurs(code) ||
    (code.expires_at !== null && code.expires_at < now) ||
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions);
  if (over) throw invalid({ coupon: [texts.badCoupon] });

  const [month, year] = await Promise.all([
    usableCoupon(stripe, code.metadata?.["month"]),
    usableCoupon(stripe, code.metadata?.["year"]),
  ]);
  if (!month && !year) throw invalid({ coupon: [texts.badCoupon] });
  if (await wasUsed(house, memberId, code.code)) throw invalid({ coupon: [texts.usedCoupon] });
  await house.limits.giveBack(guesses, String(memberId));
  return { code: code.code, name: (month ?? year)?.name ?? code.code, month, year };
}

/** The coupon that a code means for a plan. Throws invalid when it means none. */
export async function couponFor(house: House, memberId: number, entered: string, plan: Plan) {
  const offer = await findOffer(house, memberId, entered);
  const coupon = offer[plan.interval];
  if (!coupon) throw invalid({ coupon: [texts.badCoupon] });
  return { code: offer.code, couponId: coupon.id };
}

async function usableCoupon(stripe: Stripe, id: string | undefined): Promise<Stripe.Coupon | null> {
  if (!id) return null;
  const coupon = await stripe.coupons.retrieve(id);
  return coupon.valid && isOurs(coupon) ? coupon : null;
}

/** Cancelling and buying again must not make the free months last for ever. */
async function wasUsed(house: House, memberId: number, code: string): Promise<boolean> {
  const customer = (await findMembership(house.db, memberId))?.providerCustomerId;
  if (!customer) return false;
  const all = await unlessMissing(house.cards.stripe.subscriptions.list({ customer, status: "all", limit: 100 }));
  return (all?.data ?? []).some(
    ({ metadata, status }) => metadata["coupon"] === code && !status.startsWith("incomplete"),
  );
}
