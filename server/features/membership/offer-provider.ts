import { couponDurations } from "@plumbline/contract/membership/offers.ts";
import { currency } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import { idempotencyKeyFor, isMadeBy, isRefusal, madeBy } from "../../cards/cards.ts";
import { makeOnce } from "../../cards/make-once.ts";
import type { AppContext } from "../../context.ts";
import type { ProviderCode, ProviderDiscount } from "./offer-shapes.ts";
import type { OfferChangeRow } from "./offer-store.ts";
import { isOurs, mark } from "./provider-catalogue.ts";

// Plans and coupons at the card provider. What a change makes carries the change's id in its metadata, by which it is found
// again when the answer was lost.

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

/** Carries a change out; safe to run again from any point. Throws the SDK's errors. */
export async function carryOut(context: AppContext, row: OfferChangeRow): Promise<void> {
  const { stripe } = context.cards;
  const { id, change } = row;
  const origin = madeBy(context, "offer_change", row);
  const once = async <T extends { metadata: Stripe.Metadata | null }>(
    step: string,
    create: (options: Stripe.RequestOptions) => Promise<T>,
    list: () => AsyncIterable<T>,
  ) => {
    const find = async () => {
      for await (const each of list()) if (isMadeBy(context, "offer_change", row, each)) return each;
      return undefined;
    };
    return makeOnce(idempotencyKeyFor(context, step, row), create, find);
  };
  const makePrice = (
    product: string,
    plan: { name: string; interval: "month" | "year"; amount: number },
    key: string,
  ) =>
    once(
      "offer-price",
      (options) =>
        stripe.prices.create(
          {
            product,
            currency,
            unit_amount: plan.amount,
            nickname: plan.name,
            recurring: { interval: plan.interval },
            metadata: { [mark]: key, ...origin },
          },
          options,
        ),
      () => stripe.prices.list({ product, limit: 100 }),
    );
  switch (change.kind) {
    case "make_plan": {
      const { name, description, tag, benefits } = change.plan;
      const key = `offer-${id}`;
      const made = await once(
        "offer-product",
        (options) =>
          stripe.products.create(
            {
              name,
              description,
              marketing_features: benefits.map((each) => ({ name: each })),
              metadata: { [mark]: key, tag, ...origin },
            },
            options,
          ),
        () => stripe.products.list({ limit: 100 }),
      );
      await makePrice(made.id, change.plan, key);
      return;
    }
    case "change_price": {
      const { plan, amount } = change;
      const made = await makePrice(plan.productId, { ...plan, amount }, `offer-${id}`);
      await stripe.prices.update(plan.priceId, { active: false }).catch(async (error) => {
        // Of two prices one would be a surprise.
        if (isRefusal(error)) await stripe.prices.update(made.id, { active: false }).catch(() => {});
        throw error;
      });
      return;
    }
    case "end_plan":
      await stripe.prices.update(change.plan.priceId, { active: false });
      if (change.lastOfProduct) await stripe.products.update(change.plan.productId, { active: false });
      return;
    case "make_coupon": {
      const { code, name, percentOff, amountOff, duration, months, intervals, limit, redeemBy } = change.coupon;
      const coupon = await once(
        "offer-coupon",
        (options) =>
          stripe.coupons.create(
            {
              name,
              duration,
              ...(percentOff === null ? { amount_off: amountOff ?? 0, currency } : { percent_off: percentOff }),
              ...(months === null ? {} : { duration_in_months: months }),
              ...(limit === null ? {} : { max_redemptions: limit }),
              ...(redeemBy === null ? {} : { redeem_by: redeemBy }),
              metadata: { [mark]: code, ...origin },
            },
            options,
          ),
        () => stripe.coupons.list({ limit: 100 }),
      );
      const plans = Object.fromEntries(intervals.map((interval) => [interval, coupon.id]));
      await once(
        "offer-code",
        (options) =>
          stripe.promotionCodes.create(
            {
              code,
              promotion: { type: "coupon", coupon: coupon.id },
              metadata: { [mark]: code, ...plans, ...origin },
            },
            options,
          ),
        () => stripe.promotionCodes.list({ limit: 100 }),
      ).catch(async (error) => {
        // A coupon without its code is of no use.
        if (isRefusal(error)) await stripe.coupons.del(coupon.id).catch(() => {});
        throw error;
      });
      return;
    }
    case "end_coupon":
      await stripe.promotionCodes.update(change.id, { active: false });
  }
}
