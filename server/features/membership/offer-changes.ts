import { currency } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import { idempotencyKeyFor, isMadeBy, isRefusal, madeBy } from "../../cards/cards.ts";
import { makeOnce } from "../../cards/make-once.ts";
import type { AppContext } from "../../context.ts";
import type { OfferChange } from "./offer-shapes.ts";
import type { OfferChangeRow } from "./offer-store.ts";
import { mark } from "./provider-catalogue.ts";

// Changes of plans and coupons at the card provider. What a change makes carries the change's id in its metadata, by which
// it is found again when the answer was lost.

type Change<Kind extends OfferChange["kind"]> = Extract<OfferChange, { kind: Kind }>;

/** Carries a change out; safe to run again from any point. Throws the SDK's errors. */
export async function carryOut(context: AppContext, row: OfferChangeRow): Promise<void> {
  const at = providerFor(context, row);
  switch (row.change.kind) {
    case "make_plan":
      return makePlan(at, row.change);
    case "change_price":
      return changePrice(at, row.change);
    case "end_plan":
      return endPlan(at, row.change);
    case "make_coupon":
      return makeCoupon(at, row.change);
    case "end_coupon":
      await at.stripe.promotionCodes.update(row.change.id, { active: false });
  }
}

type Provider = ReturnType<typeof providerFor>;

/** The provider, where everything of one change is made once. */
function providerFor(context: AppContext, row: OfferChangeRow) {
  const { stripe } = context.cards;
  /** Returns what an earlier try of this step has made, which is in `list`, or else makes it. */
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
  return { stripe, once, origin: madeBy(context, "offer_change", row), planKey: `offer-${row.id}` };
}

async function makePlan(at: Provider, { plan }: Change<"make_plan">): Promise<void> {
  const product = {
    name: plan.name,
    description: plan.description,
    marketing_features: plan.benefits.map((name) => ({ name })),
    metadata: { [mark]: at.planKey, tag: plan.tag, ...at.origin },
  };
  const { id } = await at.once(
    "offer-product",
    (options) => at.stripe.products.create(product, options),
    () => at.stripe.products.list({ limit: 100 }),
  );
  await makePrice(at, id, plan);
}

/** The price of a plan; its amount is in pence. */
function makePrice(
  at: Provider,
  product: string,
  { name, interval, amount }: { name: string; interval: "month" | "year"; amount: number },
): Promise<Stripe.Price> {
  const price = {
    product,
    currency,
    unit_amount: amount,
    nickname: name,
    recurring: { interval },
    metadata: { [mark]: at.planKey, ...at.origin },
  };
  return at.once(
    "offer-price",
    (options) => at.stripe.prices.create(price, options),
    () => at.stripe.prices.list({ product, limit: 100 }),
  );
}

async function changePrice(at: Provider, { plan, amount }: Change<"change_price">): Promise<void> {
  const made = await makePrice(at, plan.productId, { ...plan, amount });
  await at.stripe.prices.update(plan.priceId, { active: false }).catch(async (error) => {
    // Of two prices one would be a surprise.
    if (isRefusal(error)) await at.stripe.prices.update(made.id, { active: false }).catch(() => {});
    throw error;
  });
}

async function endPlan({ stripe }: Provider, { plan, lastOfProduct }: Change<"end_plan">): Promise<void> {
  await stripe.prices.update(plan.priceId, { active: false });
  if (lastOfProduct) await stripe.products.update(plan.productId, { active: false });
}

async function makeCoupon(at: Provider, { coupon: asked }: Change<"make_coupon">): Promise<void> {
  const { code, name, percentOff, amountOff, duration, months, intervals, limit, redeemBy } = asked;
  const discount = {
    name,
    duration,
    ...(percentOff === null ? { amount_off: amountOff ?? 0, currency } : { percent_off: percentOff }),
    ...(months === null ? {} : { duration_in_months: months }),
    ...(limit === null ? {} : { max_redemptions: limit }),
    ...(redeemBy === null ? {} : { redeem_by: redeemBy }),
    metadata: { [mark]: code, ...at.origin },
  };
  const coupon = await at.once(
    "offer-coupon",
    (options) => at.stripe.coupons.create(discount, options),
    () => at.stripe.coupons.list({ limit: 100 }),
  );
  const couponOf = Object.fromEntries(intervals.map((interval) => [interval, coupon.id]));
  const promotionCode: Stripe.PromotionCodeCreateParams = {
    code,
    promotion: { type: "coupon", coupon: coupon.id },
    metadata: { [mark]: code, ...couponOf, ...at.origin },
  };
  const make = at.once(
    "offer-code",
    (options) => at.stripe.promotionCodes.create(promotionCode, options),
    () => at.stripe.promotionCodes.list({ limit: 100 }),
  );
  await make.catch(async (error) => {
    // A coupon without its code is of no use.
    if (isRefusal(error)) await at.stripe.coupons.del(coupon.id).catch(() => {});
    throw error;
  });
}
