import type Stripe from "stripe";
import { type Call, type Context, fromPath } from "./call.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { currencyOf, flag, group, groups, integer, metadata, oneOf, requiredText, text, texts } from "./params.ts";
import { addMonths } from "./periods.ts";
import { present } from "./present.ts";
import { invalid, missing, noSuch } from "./problems.ts";

/**
 * POST /v1/coupons. Percent or an amount in pence. Throws 400 for both, neither, an id in use, or a date that has
 * passed.
 */
export function createCoupon(call: Call): Stripe.Coupon {
  const { context, params } = call;
  const percent = text(params, "percent_off");
  const amount = integer(params, "amount_off");
  if (!percent === (amount === undefined)) {
    throw invalid("You must set either percent_off or amount_off", "percent_off", "parameter_missing");
  }
  if (percent && !(Number(percent) > 0 && Number(percent) <= 100)) {
    throw invalid("percent_off must be a number between 0 and 100", "percent_off");
  }
  const redeemBy = integer(params, "redeem_by");
  if (redeemBy !== undefined && redeemBy <= context.clock.now())
    throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", "redeem_by");
  if ((text(params, "name") ?? "").length > 40) throw invalid("Invalid string: must be at most 40 characters", "name");
  if ((integer(params, "max_redemptions") ?? 1) < 1)
    throw invalid("This value must be greater than or equal to 1.", "max_redemptions");
  const applies = group(params, "applies_to");
  const coupon: Stripe.Coupon = {
    id: text(params, "id") ?? newId("x", 8).slice(2),
    object: "coupon",
    amount_off: amount ?? null,
    ...(applies && { applies_to: { products: texts(applies, "products") } }),
    created: context.clock.now(),
    currency: amount === undefined ? null : currencyOf(params),
    duration: oneOf(params, "duration", ["forever", "once", "repeating"]) ?? "once",
    duration_in_months: integer(params, "duration_in_months") ?? null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    name: text(params, "name") ?? null,
    percent_off: percent ? Number(percent) : null,
    redeem_by: redeemBy ?? null,
    times_redeemed: 0,
    valid: true,
  };
  if (coupon.duration === "repeating" && !coupon.duration_in_months) throw missing("duration_in_months");
  if (context.objects.get("coupon", coupon.id))
    throw invalid("Coupon already exists.", "id", "resource_already_exists");
  context.objects.put(coupon);
  emit(context, "coupon.created", coupon);
  return coupon;
}

/** POST /v1/coupons/:id. Changes name and metadata. Throws 404 for an unknown id. */
export function updateCoupon(call: Call): Stripe.Coupon {
  const before = fromPath(call, "coupon");
  const name = text(call.params, "name");
  const coupon = { ...before, ...(name !== undefined && { name }), metadata: metadata(call.params, before.metadata) };
  call.context.objects.put(coupon);
  emit(call.context, "coupon.updated", coupon, before);
  return coupon;
}

/** DELETE /v1/coupons/:id. Throws 404 for an unknown id. */
export function deleteCoupon(call: Call): Stripe.DeletedCoupon {
  const coupon = fromPath(call, "coupon");
  call.context.objects.remove(coupon.id);
  emit(call.context, "coupon.deleted", coupon);
  return { id: coupon.id, object: "coupon", deleted: true };
}

/** GET /v1/coupons/:id, with whether it may still be redeemed. Throws 404 for an unknown id. */
export const retrieveCoupon = (call: Call): Stripe.Coupon => withValidity(call.context, fromPath(call, "coupon"));

/** GET /v1/coupons, each with whether it may still be redeemed. */
export function listCoupons(call: Call): Stripe.ApiList<Stripe.Coupon> {
  const found = page(call, "coupon");
  return { ...found, data: found.data.map((one) => withValidity(call.context, one)) };
}

/** `valid` is computed when read: not expired and not redeemed too often. */
function withValidity(context: Context, coupon: Stripe.Coupon): Stripe.Coupon {
  const late = coupon.redeem_by !== null && coupon.redeem_by < context.clock.now();
  const spent = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return { ...coupon, valid: !late && !spent };
}

/**
 * POST /v1/promotion_codes. Throws 400 for an unknown coupon, and for a code that an active one has in any case of
 * letters.
 */
export function createPromotionCode(call: Call): Stripe.PromotionCode {
  const { context, params } = call;
  const promotion = group(params, "promotion");
  if (!promotion) throw missing("promotion");
  const coupon = couponNamed(context, requiredText(promotion, "coupon"), "promotion[coupon]");
  const code = text(params, "code") ?? newId("x", 8).slice(2).toUpperCase();
  const active = flag(params, "active") ?? true;
  if (active && activeCodes(context).some((one) => one.code.toLowerCase() === code.toLowerCase())) {
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, "code");
  }
  const made: Stripe.PromotionCode = {
    id: newId("promo"),
    object: "promotion_code",
    active,
    code,
    created: context.clock.now(),
    customer: text(params, "customer") ?? null,
    customer_account: null,
    expires_at: integer(params, "expires_at") ?? null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    promotion: { type: "coupon", coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  context.objects.put(made);
  emit(context, "promotion_code.created", made);
  return made;
}

/** POST /v1/promotion_codes/:id. Changes active and metadata. Throws 404 for an unknown id. */
export function updatePromotionCode(call: Call): Stripe.PromotionCode {
  const before = fromPath(call, "promotion_code");
  const active = flag(call.params, "active") ?? before.active;
  const code = { ...before, active, metadata: metadata(call.params, before.metadata) };
  call.context.objects.put(code);
  emit(call.context, "promotion_code.updated", code, before);
  return code;
}

/** GET /v1/promotion_codes/:id. Throws 404 for an unknown id. */
export const retrievePromotionCode = (call: Call): Stripe.PromotionCode => fromPath(call, "promotion_code");

/** GET /v1/promotion_codes, by code in any case of letters, active, coupon and customer. */
export function listPromotionCodes(call: Call): Stripe.ApiList<Stripe.PromotionCode> {
  const { context } = call;
  const { code: _, ...params } = call.params;
  const wanted = text(call.params, "code");
  const filters = { active: "active", coupon: "promotion.coupon", customer: "customer" };
  if (!wanted) return page(call, "promotion_code", filters);
  // Codes match case-insensitively, which SQL equality on the stored text does not.
  const spelled = context.objects.find("promotion_code").find((one) => one.code.toLowerCase() === wanted.toLowerCase());
  return page({ ...call, params }, "promotion_code", filters, [{ path: "code", is: spelled?.code ?? wanted }]);
}

/**
 * Turns `discounts[0][coupon]` or `discounts[0][promotion_code]` into discounts of a customer, starting now.
 * Throws resource_missing for an unknown id and coupon_expired for one that may no longer be used.
 */
export function redeem(context: Context, params: Form, owner: { customer: string; subscription: string | null }) {
  return (groups(params, "discounts") ?? []).map((form, index) => {
    const param = `discounts[${index}]`;
    const code = promotionCodeNamed(context, form, param, owner.customer);
    const id = code ? present(idOf(code.promotion.coupon), "the coupon") : requiredText(form, "coupon");
    const coupon = couponNamed(context, id, `${param}[coupon]`);
    if (!withValidity(context, coupon).valid) {
      throw invalid(`Coupon expired: ${id}`, `${param}[coupon]`, "coupon_expired");
    }
    const start = context.clock.now();
    const months = coupon.duration === "repeating" ? coupon.duration_in_months : null;
    const discount: Stripe.Discount = {
      id: newId("di"),
      object: "discount",
      checkout_session: null,
      customer: owner.customer,
      customer_account: null,
      end: months ? addMonths(start, months, start) : null,
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { type: "coupon", coupon: coupon.id },
      start,
      subscription: owner.subscription,
      subscription_item: null,
    };
    return { discount, coupon, code };
  });
}

type Redeemed = ReturnType<typeof redeem>[number];

/** Counts redemptions once the subscription exists. */
export function countRedemptions(context: Context, redeemed: Redeemed[]): void {
  for (const { discount, coupon, code } of redeemed) {
    context.objects.put(discount);
    context.objects.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
    if (code) context.objects.put({ ...code, times_redeemed: code.times_redeemed + 1 });
    emit(context, "customer.discount.created", discount);
  }
}

function promotionCodeNamed(context: Context, form: Form, param: string, customer: string) {
  const id = text(form, "promotion_code");
  if (!id) return undefined;
  const code = context.objects.get("promotion_code", id);
  if (!code) throw noSuch("promotion code", id, { body: `${param}[promotion_code]` });
  const late = code.expires_at !== null && code.expires_at < context.clock.now();
  const spent = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  if (!code.active || late || spent || (code.customer && idOf(code.customer) !== customer)) {
    throw invalid("This promotion code cannot be redeemed.", `${param}[promotion_code]`, "coupon_expired");
  }
  return code;
}

function couponNamed(context: Context, id: string, param: string): Stripe.Coupon {
  const coupon = context.objects.get("coupon", id);
  if (!coupon) throw noSuch("coupon", id, { body: param });
  return coupon;
}

function activeCodes(context: Context): Stripe.PromotionCode[] {
  return context.objects.find("promotion_code", { where: [{ path: "active", is: 1 }] });
}
