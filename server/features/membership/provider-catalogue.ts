import { currency } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";

/** The metadata key that marks what we created or adopted in the provider's account (decision 59). */
export const mark = product.toLowerCase();

/** Whether an object at the provider is marked as ours; nothing else is ever offered. */
export function isOurs({ metadata }: { metadata: Record<string, string> | null }): boolean {
  return Boolean(metadata?.[mark]);
}

/** The plans that the setup creates; amounts in pence. The owner may change them at the provider afterwards. */
export type CataloguePlan = {
  key: string;
  name: string;
  description: string;
  tag: string;
  interval: "month" | "year";
  amount: number;
  benefits: readonly string[];
};

const benefits = [
  "Introductions to vetted advisors, matched to your business",
  "Message and meet advisors before you commit",
  "Engagements agreed, tracked and paid in one place",
  "Members' insights, masterclasses and events",
];

export const cataloguePlans: readonly CataloguePlan[] = [
  {
    key: "monthly",
    name: "Monthly membership",
    description: "Full access to Plumbline's advisors, paid month by month.",
    tag: "Flexible",
    interval: "month",
    amount: 250_00,
    benefits,
  },
  {
    key: "annual",
    name: "Annual membership",
    description: "A year of full access, for the price of ten months.",
    tag: "Best value",
    interval: "year",
    amount: 2500_00,
    benefits: [...benefits, "Two months free, every year"],
  },
];

/** One code, two effects (decision 15): two months free, or £500 off the first year. */
export const catalogueCode = "TWOMONTHS";
export const catalogueCoupons = {
  month: { percent_off: 100, duration: "repeating", duration_in_months: 2 },
  year: { amount_off: 500_00, currency, duration: "once" },
} as const;
