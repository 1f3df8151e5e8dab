import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import { unlessMissing } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Limit } from "../../http/limits.ts";
import { invalid } from "../../http/problems.ts";
import { isOurs } from "./provider-catalogue.ts";
import { findMembership } from "./store.ts";

/** One public code, and the provider's coupon behind it for each interval (decision 15). */
export type Offer = { code: string; name: string; month: Stripe.Coupon | null; year: Stripe.Coupon | null };

const guessLimit: Limit = { name: "coupon", max: 10, seconds: 3600 };

/**
 * What a code gives this member. At the provider a code points to one coupon only, so the code's metadata names the coupon
 * for `month` and for `year`. Throws invalid when the code is unknown, expired or was used by this member before, and
 * tooMany after too many guesses.
 */
export async function findOffer(context: AppContext, memberId: number, entered: string): Promise<Offer> {
  const { stripe } = context.cards;
  await context.limits.require(guessLimit, String(memberId));
  const [code] = (await stripe.promotionCodes.list({ code: entered.trim(), active: true, limit: 1 })).data;
  const now = context.clock.now().getTime() / 1000;
  const unusable =
    !code ||
    !isOurs(code) ||
    (code.expires_at !== null && code.expires_at < now) ||
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions);
  if (unusable) throw invalid({ coupon: [texts.badCoupon] });

  const [month, year] = await Promise.all([
    usableCoupon(stripe, code.metadata?.["month"]),
    usableCoupon(stripe, code.metadata?.["year"]),
  ]);
  if (!month && !year) throw invalid({ coupon: [texts.badCoupon] });
  if (await wasUsed(context, memberId, code.code)) throw invalid({ coupon: [texts.usedCoupon] });
  await context.limits.release(guessLimit, String(memberId));
  return { code: code.code, name: (month ?? year)?.name ?? code.code, month, year };
}

/** The coupon of a code for a plan. Throws invalid when there is none. */
export async function couponFor(context: AppContext, memberId: number, entered: string, plan: Plan) {
  const offer = await findOffer(context, memberId, entered);
  const coupon = offer[plan.interval];
  if (!coupon) throw invalid({ coupon: [texts.badCoupon] });
  return { code: offer.code, couponId: coupon.id };
}

async function usableCoupon(stripe: Stripe, id: string | undefined): Promise<Stripe.Coupon | null> {
  if (!id) return null;
  const coupon = await stripe.coupons.retrieve(id);
  return coupon.valid && isOurs(coupon) ? coupon : null;
}

/** Whether the member has used the code before: cancelling and buying again must not give free months twice. */
async function wasUsed(context: AppContext, memberId: number, code: string): Promise<boolean> {
  const customer = (await findMembership(context.db, memberId))?.providerCustomerId;
  if (!customer) return false;
  const all = await unlessMissing(context.cards.stripe.subscriptions.list({ customer, status: "all", limit: 100 }));
  return (all?.data ?? []).some(
    ({ metadata, status }) => metadata["coupon"] === code && !status.startsWith("incomplete"),
  );
}
