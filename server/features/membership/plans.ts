import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { hiddenPlan, texts } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { invalid } from "../../platform/problems.ts";
import { isOurs } from "./provider-catalogue.ts";

/** Plans change a few times a year; a page need not wait for the provider each time. */
const freshFor = 60_000;
const kept = new WeakMap<House["database"], { plans: Plan[]; at: number }>();

/** The plans in the provider's order. When it does not answer, those it named last. */
export async function plansOf(house: House): Promise<Plan[]> {
  const now = house.clock.now().getTime();
  const known = kept.get(house.database);
  if (known && now - known.at < freshFor) return known.plans;
  try {
    const listed = house.cards.stripe.prices.list({
      active: true,
      type: "recurring",
      currency: "gbp",
      limit: 100,
      expand: ["data.product"],
    });
    const plans: Plan[] = [];
    for await (const price of listed) {
      const plan = planOf(price);
      if (plan) plans.push(plan);
    }
    kept.set(house.database, { plans, at: now });
    return plans;
  } catch (error) {
    if (!known) throw error;
    house.log.warn({ err: error }, "the card provider did not name its plans; the last known ones are shown");
    return known.plans;
  }
}

/** A plan that is for sale. Throws invalid for any other price. */
export async function planForSale(house: House, priceId: string): Promise<Plan> {
  const plan = (await plansOf(house)).find(({ price_id, name }) => price_id === priceId && name !== hiddenPlan);
  if (!plan) throw invalid({ plan_id: [texts.selectPlan] });
  return plan;
}

/** What a price is called; a price that is no longer sold keeps its own nickname. */
export async function planName(house: House, price: Pick<Stripe.Price, "id" | "nickname">): Promise<string | null> {
  const plan = (await plansOf(house)).find(({ price_id }) => price_id === price.id);
  return plan?.name ?? price.nickname;
}

/** Null for what is not sold here: an account may sell other things, which nothing marks as ours (decision 59). */
function planOf(price: Stripe.Price): Plan | null {
  const { recurring, product } = price;
  if (!isOurs(price) || typeof product === "string" || product.deleted || !product.active || price.unit_amount === null)
    return null;
  const interval = (["month", "year"] as const).find((each) => each === recurring?.interval);
  if (!recurring || !interval) return null;
  return {
    name: product.name,
    description: product.description ?? "",
    amount: price.unit_amount,
    interval,
    interval_count: recurring.interval_count,
    tag: product.metadata["tag"] ?? "",
    price_id: price.id,
    currency: price.currency,
    benefits: product.marketing_features.flatMap(({ name }) => name ?? []),
  };
}
