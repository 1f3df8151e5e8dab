import { isDeepStrictEqual } from "node:util";
import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { hiddenPlan, texts } from "@plumbline/contract/membership/rules.ts";
import { currency } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import { untilRecorded } from "../../cards/until-recorded.ts";
import type { AppContext } from "../../context.ts";
import { invalid, Problem } from "../../http/problems.ts";
import { codesAtProvider } from "./offer-provider.ts";
import type { ProviderPrice } from "./offer-shapes.ts";
import { pricesEndedHere } from "./offer-store.ts";
import { findCatalogue, writeCatalogue } from "./plan-store.ts";
import { isOurs } from "./provider-catalogue.ts";

/** The plans in the provider's order, as it last named them. Throws 503 until it has named them for the first time. */
export async function plansOf(context: AppContext): Promise<readonly Plan[]> {
  const plans = await context.planCatalogue();
  if (!plans) throw new Problem(503, { base: [notNamedYet] }, { retryAfter: 5 });
  return plans;
}

const notNamedYet = "We are still asking the payment provider for the plans. Please look again in a few seconds.";

/** A plan that is for sale. Throws invalid for any other price. */
export async function planForSale(context: AppContext, priceId: string): Promise<Plan> {
  const plans = (await context.planCatalogue()) ?? (await refreshPlans(context));
  const plan = plans.find(({ price_id, name }) => price_id === priceId && name !== hiddenPlan);
  if (!plan) throw invalid({ plan_id: [texts.selectPlan] });
  return plan;
}

/** Reads the plans from the provider and stores them, for every process. */
export async function refreshPlans(context: AppContext, options: Stripe.RequestOptions = {}): Promise<readonly Plan[]> {
  return untilRecorded(async () => {
    const seen = await findCatalogue(context.db);
    const { plans, offers } = await catalogueAtProvider(context, options);
    if (seen && isDeepStrictEqual([seen.plans, seen.offers], [plans, offers])) return plans;
    return (await writeCatalogue(context.db, seen, { plans, offers }, context.clock.now())) ? plans : undefined;
  });
}

/** How long an installation's first start waits for the plans. */
const firstRead = { timeout: 5000, maxNetworkRetries: 0 };

/** At an installation's first start, reads the plans before the first request for them. Never throws: a job retries. */
export async function readFirstPlans(context: AppContext): Promise<void> {
  if (await context.planCatalogue()) return;
  await refreshPlans(context, firstRead).catch((error) =>
    context.log.warn({ err: error }, "the card provider did not name its plans"),
  );
}

/** The plans for sale, and all plans and coupons that are or were ours. */
async function catalogueAtProvider({ db, cards }: AppContext, options: Stripe.RequestOptions) {
  const listed = cards.stripe.prices.list(
    { type: "recurring", currency, limit: 100, expand: ["data.product"] },
    options,
  );
  const plans: Plan[] = [];
  const prices: ProviderPrice[] = [];
  const all: Stripe.Price[] = [];
  for await (const price of listed) all.push(price);
  // Who ends a plan here wants it sold to nobody, whoever activates it at the provider afterwards (ADR-035).
  const ended = await pricesEndedHere(
    db,
    all.filter(({ active }) => active).map(({ id }) => id),
  );
  for (const price of all) {
    const plan = planOf(price);
    if (!plan || typeof price.product === "string" || price.product.deleted) continue;
    const { price_id: priceId, name, description, tag, benefits, interval, amount } = plan;
    const active = price.active && price.product.active;
    const reactivated = active && ended.has(priceId);
    const offered = active && !reactivated;
    if (offered) plans.push(plan);
    const sold = offered && name !== hiddenPlan;
    prices.push({
      priceId,
      productId: price.product.id,
      name,
      description,
      tag,
      benefits,
      interval,
      amount,
      sold,
      ...(reactivated ? { reactivated } : {}),
      madeAt: price.created,
    });
  }
  return { plans, offers: { prices, codes: await codesAtProvider(cards.stripe, options) } };
}

/** The name of a price's plan, or the price's nickname when it is no longer sold. */
export async function planName(
  context: AppContext,
  price: Pick<Stripe.Price, "id" | "nickname">,
): Promise<string | null> {
  const plan = (await context.planCatalogue())?.find(({ price_id }) => price_id === price.id);
  return plan?.name ?? price.nickname;
}

/** Null for prices that are not marked as ours: the provider's account may sell other things too (decision 59). */
function planOf(price: Stripe.Price): Plan | null {
  const { recurring, product } = price;
  if (!isOurs(price) || typeof product === "string" || product.deleted || price.unit_amount === null) return null;
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
