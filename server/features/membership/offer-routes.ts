import * as contract from "@plumbline/contract/membership/offers.ts";
import type { AppContext } from "../../context.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { offersView } from "./offer-view.ts";
import { changePrice, endCoupon, endPlan, makeCoupon, makePlan } from "./offers.ts";

/** They are the same for all who look. */
const reads = preparedOn(() => openSharedReads<contract.Offers>());

/** Plans and coupons, for staff. */
export const offerRoutes = (context: AppContext) => {
  const after = async (work: Promise<void>) => {
    await work;
    return offersView(context);
  };
  return [
    handle(contract.listOffers, () => reads(context.db)("", () => offersView(context))),
    handle(contract.makePlan, ({ member, body }) => after(makePlan(context, member, body))),
    handle(contract.changePrice, ({ member, body }) => after(changePrice(context, member, body))),
    handle(contract.endPlan, ({ member, body }) => after(endPlan(context, member, body.price_id, body.reason))),
    handle(contract.makeCoupon, ({ member, body }) => after(makeCoupon(context, member, body))),
    handle(contract.endCoupon, ({ member, body }) => after(endCoupon(context, member, body.id, body.reason))),
  ];
};
