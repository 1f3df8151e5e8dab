import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { day, decimal, isVisible, Moment, required, Whole, wholeNumber } from "../fields.ts";

// Plans and coupons as staff make them in the provider's account (decision 59).

export const offerIntervals = ["month", "year"] as const;
export const couponDurations = ["once", "repeating", "forever"] as const;
export const durationLabels: Record<(typeof couponDurations)[number], string> = {
  once: "The first bill",
  repeating: "For some months",
  forever: "Every bill",
};

/** What a coupon takes off the bills of an interval; one of percent and amount is set. Amounts are in pence. */
export const Discount = z.object({
  percent_off: z.number().nullable(),
  amount_off: Whole.nullable(),
  duration: z.enum(couponDurations),
  months: Whole.nullable(),
});
export type Discount = z.infer<typeof Discount>;

const Sold = z.object({
  price_id: z.string(),
  name: z.string(),
  description: z.string(),
  tag: z.string(),
  interval: z.enum(offerIntervals),
  /** Pounds. */
  amount: z.number(),
  /** Whether it is sold; members who have it keep it either way. */
  sold: z.boolean(),
  made_at: Moment,
  /** Members who have it now. */
  subscribers: Whole,
  /** Pounds that its bills brought in twelve months. */
  income: z.number(),
});
export type SoldPlan = z.infer<typeof Sold>;

const MadeCoupon = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  active: z.boolean(),
  month: Discount.nullable(),
  year: Discount.nullable(),
  limit: Whole.nullable(),
  redeem_by: Moment.nullable(),
  made_at: Moment,
  redemptions: Whole,
  /** Pounds that it took off bills in twelve months. */
  given: z.number(),
  /** Pounds that bills with it brought all the same. */
  income: z.number(),
});
export type MadeCoupon = z.infer<typeof MadeCoupon>;

const Offers = z.object({
  plans: z.array(Sold),
  coupons: z.array(MadeCoupon),
  /** What was asked for and the provider has not confirmed or has refused, the newest first. */
  open: z.array(z.object({ id: Whole, what: z.string(), by: z.string(), at: Moment, failure: z.string().nullable() })),
});
export type Offers = z.infer<typeof Offers>;

const staff = { for: "staff", area: "prices" } as const;
const path = "/api/back-office/offers";
const reason = required("Please give the reason.", 2000);
/** The largest price of a plan, in pence. */
const largestPrice = 100_000_00;
const badPrice = "Please enter a price from £1 to £100,000.";
const Price = decimal(badPrice, { min: 1_00 }).refine((pence) => pence <= largestPrice, badPrice);
const PriceId = required("Please choose a plan.", 255);

export const PlanForm = z.object({
  name: required("Please name the plan.", 100),
  description: required("Please say what it is.", 300),
  tag: z.string().trim().max(30, "Please keep this under 30 characters").default(""),
  interval: z.enum(offerIntervals, "Please choose how often it is paid."),
  amount: Price,
  benefits: z
    .array(z.string().trim().max(100, "Please keep each under 100 characters"), "must be a list")
    .max(15, "Please name at most 15")
    .transform((lines) => lines.filter(isVisible))
    .default([]),
  reason,
});

export const PriceForm = z.object({ price_id: PriceId, amount: Price, reason });
const EndPlanForm = z.object({ price_id: PriceId, reason });

const badCode = "Please enter a code of 3 to 30 letters and digits.";
export const CouponForm = z
  .object({
    code: z
      .string(badCode)
      .trim()
      .regex(/^[a-z0-9]{3,30}$/i, badCode)
      .transform((code) => code.toUpperCase()),
    /** The provider's limit of a coupon's name. */
    name: required("Please name what it gives.", 40),
    kind: z.enum(["percent", "amount"], "Please choose percent or pounds."),
    /** Percent, or pounds; hundredths inside. */
    off: decimal("Please enter how much it takes off."),
    duration: z.enum(couponDurations, "Please choose for how long."),
    months: wholeNumber("Please enter 1 to 36 months.", { max: 36 }).nullish(),
    plans: z.enum(["month", "year", "both"], "Please choose the plans.").default("both"),
    limit: wholeNumber("Please enter a number from 1 to 100,000.", { max: 100_000 }).nullish(),
    redeem_by: day("Please enter a day.").nullish(),
    reason,
  })
  .superRefine(({ kind, off, duration, months }, context) => {
    const add = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (kind === "percent" && off > 100_00) add("off", "Please enter at most 100 percent.");
    if (kind === "amount" && off > largestPrice) add("off", "Please enter at most £100,000.");
    if (duration === "repeating" && !months) add("months", "Please enter 1 to 36 months.");
  });
const EndCouponForm = z.object({ id: required("Please choose a coupon.", 255), reason });

export const listOffers = endpoint({
  method: "GET",
  path,
  ...staff,
  summary: "Plans and coupons that are or were ours at the provider, and what each has brought.",
  output: Offers,
});

const made = { ...staff, method: "POST", output: Offers, status: 201, resumes: true } as const;

export const makePlan = endpoint({
  ...made,
  path: `${path}/plans`,
  summary: "Make a plan in the provider's account; it is offered at once.",
  body: PlanForm,
});

export const changePrice = endpoint({
  ...made,
  path: `${path}/plans/price`,
  summary: "Sell a plan at another price: a new one; members who have the old one keep it.",
  body: PriceForm,
});

export const endPlan = endpoint({
  ...made,
  path: `${path}/plans/end`,
  summary: "Sell a plan no longer; members who have it keep it. 409 for the last one.",
  body: EndPlanForm,
});

export const makeCoupon = endpoint({
  ...made,
  path: `${path}/coupons`,
  summary: "Make a coupon with its code in the provider's account. A code is used once ever.",
  body: CouponForm,
});

export const endCoupon = endpoint({
  ...made,
  path: `${path}/coupons/end`,
  summary: "Take a code back; who has used it keeps what it gave.",
  body: EndCouponForm,
});
