import { dayMs } from "@plumbline/contract/dates.ts";
import type { MadeCoupon, Offers, SoldPlan } from "@plumbline/contract/membership/offers.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { ProviderDiscount } from "./offer-shapes.ts";
import { offerFigures } from "./offer-store.ts";
import { knownOffers, whatOf } from "./offers.ts";

const year = 365 * dayMs;
const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Plans and coupons with what each has brought, for staff. */
export async function offersView(context: AppContext): Promise<Offers> {
  const [{ prices, codes }, figures] = await Promise.all([
    knownOffers(context),
    offerFigures(context.db, new Date(context.clock.now().getTime() - year)),
  ]);
  const { changes, subscribers, income, discounts } = figures;
  const plans = prices.map(
    ({ priceId, name, description, tag, interval, amount, sold, madeAt }): SoldPlan => ({
      price_id: priceId,
      name,
      description,
      tag,
      interval,
      sold,
      amount: decimalOf(amount),
      made_at: momentOf(madeAt),
      subscribers: subscribers.find((row) => row.priceId === priceId)?.count ?? 0,
      income: decimalOf(income.find((row) => row.priceId === priceId)?.pence ?? 0),
    }),
  );
  const coupons = codes.map((code): MadeCoupon => {
    const sums = discounts.find((row) => row.code === code.code);
    return {
      id: code.id,
      code: code.code,
      name: code.name,
      active: code.active,
      limit: code.limit,
      month: code.month && discountView(code.month),
      year: code.year && discountView(code.year),
      redeem_by: code.redeemBy === null ? null : momentOf(code.redeemBy),
      made_at: momentOf(code.madeAt),
      redemptions: code.redeemed,
      given: decimalOf(sums?.given ?? 0),
      income: decimalOf(sums?.income ?? 0),
    };
  });
  return {
    plans: plans.sort((one, other) => Number(other.sold) - Number(one.sold)),
    coupons: coupons.sort((one, other) => Number(other.active) - Number(one.active)),
    open: changes
      .filter(({ it }) => it.state !== "done")
      .map(({ it, by }) => ({
        id: it.id,
        what: whatOf(it.change),
        by: by ?? "",
        failure: it.failure,
        at: it.createdAt.toISOString(),
      })),
  };
}

const discountView = ({ percentOff, amountOff, duration, months }: Omit<ProviderDiscount, "couponId">) => ({
  percent_off: percentOff,
  amount_off: amountOff,
  duration,
  months,
});
