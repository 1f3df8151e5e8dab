import type { couponDurations, offerIntervals } from "@plumbline/contract/membership/offers.ts";

type Interval = (typeof offerIntervals)[number];

/** A recurring price that is or was ours at the provider; amounts in pence. */
export type ProviderPrice = {
  priceId: string;
  productId: string;
  name: string;
  description: string;
  tag: string;
  benefits: string[];
  interval: Interval;
  amount: number;
  sold: boolean;
  /** Ended by staff and active at the provider all the same: somebody has activated it there again. Missing when it is not. */
  reactivated?: boolean;
  /** In Unix seconds. */
  madeAt: number;
};

export type ProviderDiscount = {
  couponId: string;
  percentOff: number | null;
  amountOff: number | null;
  duration: (typeof couponDurations)[number];
  months: number | null;
};

/** A public code that is or was ours there, with what it gives for each interval. */
export type ProviderCode = {
  id: string;
  code: string;
  name: string;
  active: boolean;
  month: ProviderDiscount | null;
  year: ProviderDiscount | null;
  limit: number | null;
  redeemed: number;
  /** In Unix seconds. */
  redeemBy: number | null;
  madeAt: number;
};

export type ProviderOffers = { prices: ProviderPrice[]; codes: ProviderCode[] };

type NewPlan = Pick<ProviderPrice, "name" | "description" | "tag" | "benefits" | "interval" | "amount">;
type NewCoupon = {
  code: string;
  name: string;
  percentOff: number | null;
  amountOff: number | null;
  duration: ProviderDiscount["duration"];
  months: number | null;
  intervals: Interval[];
  limit: number | null;
  redeemBy: number | null;
};

/** What staff asked for, with all that is needed to carry it out later. */
export type OfferChange =
  | { kind: "make_plan"; plan: NewPlan }
  | { kind: "change_price"; plan: ProviderPrice; amount: number }
  | { kind: "end_plan"; plan: ProviderPrice; lastOfProduct: boolean }
  | { kind: "make_coupon"; coupon: NewCoupon }
  | { kind: "end_coupon"; id: string; code: string };
