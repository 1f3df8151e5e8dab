import { couponDurations } from "@plumbline/contract/membership/offers.ts";
import type Stripe from "stripe";
import type { ProviderCode, ProviderDiscount } from "./offer-shapes.ts";
import { isOurs } from "./provider-catalogue.ts";

/** The codes that are or were ours, with the coupons behind them; nothing unmarked among them. */
export async function codesAtProvider(stripe: Stripe, options: Stripe.RequestOptions): Promise<ProviderCode[]> {
  const coupons = new Map<string, Stripe.Coupon>();
  for await (const coupon of stripe.coupons.list({ limit: 100 }, options))
    if (isOurs(coupon)) coupons.set(coupon.id, coupon);
  const codes: ProviderCode[] = [];
  for await (const code of stripe.promotionCodes.list({ limit: 100 }, options)) {
    if (!isOurs(code)) continue;
    const [month, year] = [code.metadata?.["month"], code.metadata?.["year"]].map((id) => coupons.get(id ?? ""));
    const behind = [...new Set([month, year])].flatMap((coupon) => coupon ?? []);
    const [first] = behind;
    if (!first) continue;
    codes.push({
      id: code.id,
      code: code.code,
      name: first.name ?? code.code,
      active: code.active && first.valid,
      month: month ? discountOf(month) : null,
      year: year ? discountOf(year) : null,
      limit: first.max_redemptions,
      redeemed: behind.reduce((sum, coupon) => sum + coupon.times_redeemed, 0),
      redeemBy: first.redeem_by,
      madeAt: code.created,
    });
  }
  return codes;
}

const discountOf = (coupon: Stripe.Coupon): ProviderDiscount => ({
  couponId: coupon.id,
  percentOff: coupon.percent_off,
  amountOff: coupon.amount_off,
  duration: durationOf(coupon),
  months: coupon.duration_in_months,
});

/** How long a coupon lasts; an unknown duration counts as the shortest. */
export const durationOf = ({ duration }: Pick<Stripe.Coupon, "duration">) =>
  couponDurations.find((known) => known === duration) ?? "once";
