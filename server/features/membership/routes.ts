import * as membership from "@plumbline/contract/membership/contract.ts";
import type { House } from "../../house.ts";
import { cardAddressesFor } from "../../platform/card-sandbox.ts";
import { handle } from "../../platform/endpoints.ts";
import { cancelPlan, resumePlan, subscribe } from "./actions.ts";
import { readDefaultCard } from "./card.ts";
import { changePlan, previewOf } from "./change-plan.ts";
import { concernedPayments } from "./concerned-payments.ts";
import { findOffer } from "./coupons.ts";
import { payOverdue } from "./overdue.ts";
import { paymentsOf } from "./payments.ts";
import { plansOf } from "./plans.ts";
import { readMembership } from "./read.ts";
import { updateCardOf } from "./update-card.ts";
import { offerView } from "./view.ts";

export const membershipRoutes = (house: House) => [
  handle(membership.paymentConfig, ({ request }) => {
    const { publishableKey, clientId, mode } = house.cards.settings;
    return {
      publishable_key: publishableKey,
      stripe_js_url: cardAddressesFor(house.cards.settings, request).stripeJs,
      payout_client_id: clientId,
      mode,
    };
  }),
  handle(membership.listPlans, () => plansOf(house)),
  handle(membership.readMembership, ({ member }) => readMembership(house, member)),
  handle(membership.subscribe, ({ body, member }) =>
    subscribe(house, member, {
      token: body.token,
      priceId: body.price_id ?? body.plan_id,
      coupon: body.coupon || null,
    }),
  ),
  handle(membership.previewChange, ({ body, member }) => previewOf(house, member, body.plan_id)),
  handle(membership.changePlan, ({ body, member }) =>
    changePlan(house, member, { priceId: body.plan_id, prorationDate: body.proration_date ?? null }),
  ),
  handle(membership.cancelPlan, ({ member }) => cancelPlan(house, member)),
  handle(membership.resumePlan, ({ member }) => resumePlan(house, member)),
  handle(membership.payOverdue, ({ member }) => payOverdue(house, member)),
  handle(membership.checkCoupon, async ({ body, member }) => offerView(await findOffer(house, member.id, body.coupon))),
  handle(membership.cardOfCustomer, ({ member }) => readDefaultCard(house, member.id)),
  handle(membership.defaultCard, ({ member }) => readDefaultCard(house, member.id)),
  handle(membership.updateCard, ({ body, member }) => updateCardOf(house, member, body.token)),
  handle(membership.listConcernedPayments, ({ query }) =>
    concernedPayments(house, { page: query.page, disputed: query.dispute === "open" }),
  ),
  handle(membership.listPayments, ({ query, member }) => paymentsOf(house, member, query.page)),
];
