type Typed = { duration?: unknown; months?: unknown; limit?: unknown };

/** A coupon as it is sent: without empty fields, and without months where they are not asked for. */
export const sentCoupon = <Coupon extends Typed>(coupon: Coupon) => ({
  ...coupon,
  months: (coupon.duration === "repeating" && coupon.months) || null,
  limit: coupon.limit || null,
});
