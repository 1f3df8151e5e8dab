import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../context.ts";
import { makeCoupon } from "../features/membership/offers.ts";
import { changeSetting } from "../features/prices/actions.ts";
import { daysAgo } from "./past.ts";
import type { Person } from "./people.ts";

/** A rate that was changed, a term that will be, an advisor with a commission of their own, and a coupon of staff's. */
export async function makePrices(context: AppContext, owner: Person, finance: Person, advisor: Person): Promise<void> {
  const dayOf = ({ clock }: AppContext) => dayInLondon(clock.now());
  const lately = daysAgo(context, 17);
  await changeSetting(lately, finance.member, null, {
    setting: "base_rate",
    value: 3_50,
    from_day: dayOf(lately),
    reason: "The Bank of England’s decision of this month.",
  });
  const agreed = daysAgo(context, 6);
  await changeSetting(
    agreed,
    owner.member,
    { id: advisor.id, role: "advisor" },
    {
      setting: "commission",
      value: 8_00,
      from_day: dayOf(agreed),
      reason: "Has brought four businesses here. Agreed on the phone, for a year.",
    },
  );
  const before = daysAgo(context, 2);
  await changeSetting(before, owner.member, null, {
    setting: "longest_term",
    value: 45_00,
    from_day: addDays(dayOf(context), 38),
    reason: "Advisors wait too long for large customers. Announced to all in the newsletter.",
  });
  await makeCoupon(context, finance.member, {
    ...{ code: "WINTER10", name: "A tenth off this winter", kind: "percent", off: 10_00 },
    ...{ duration: "repeating", months: 3, plans: "month", limit: 100 },
    redeem_by: addDays(dayOf(context), 60),
    reason: "For the founders whom we meet at the winter events.",
  });
}
