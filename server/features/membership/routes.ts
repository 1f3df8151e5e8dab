import * as membership from "@plumbline/contract/membership/contract.ts";
import { cardAddressesFor } from "../../cards/sandbox-proxy.ts";
import type { AppContext } from "../../context.ts";
import { csvFile } from "../../http/csv.ts";
import { handle } from "../../http/endpoints.ts";
import { cancelPlan, resumePlan, subscribe } from "./actions.ts";
import { readDefaultCard } from "./card.ts";
import { changePlan, previewOf } from "./change-plan.ts";
import { findOffer } from "./coupons.ts";
import { payOverdue } from "./overdue.ts";
import { everyPayment, paymentCsvColumns, paymentSumsOf, paymentsOf } from "./payments.ts";
import { plansOf } from "./plans.ts";
import { readMembership, refreshedMembership } from "./read.ts";
import { refundedOrDisputedPayments } from "./refunded-or-disputed-payments.ts";
import { updateCardOf } from "./update-card.ts";
import { offerView } from "./view.ts";

export const membershipRoutes = (context: AppContext) => [
  handle(membership.paymentConfig, ({ request }) => {
    const { publishableKey, clientId, mode } = context.cards.settings;
    return {
      publishable_key: publishableKey,
      stripe_js_url: cardAddressesFor(context.cards.settings, request).stripeJs,
      payout_client_id: clientId,
      mode,
    };
  }),
  handle(membership.listPlans, async () => [...(await plansOf(context))]),
  handle(membership.readMembership, ({ member }) => readMembership(context, member)),
  handle(membership.refreshMembership, ({ member }) => refreshedMembership(context, member.id)),
  handle(membership.subscribe, ({ body, member }) =>
    subscribe(context, member, {
      token: body.token,
      priceId: body.plan_id,
      coupon: body.coupon || null,
    }),
  ),
  handle(membership.previewChange, ({ body, member }) => previewOf(context, member, body.plan_id)),
  handle(membership.changePlan, ({ body, member }) =>
    changePlan(context, member, { priceId: body.plan_id, prorationDate: body.proration_date ?? null }),
  ),
  handle(membership.cancelPlan, ({ member }) => cancelPlan(context, member)),
  handle(membership.resumePlan, ({ member }) => resumePlan(context, member)),
  handle(membership.payOverdue, ({ member }) => payOverdue(context, member)),
  handle(membership.checkCoupon, async ({ body, member }) =>
    offerView(await findOffer(context, member.id, body.coupon)),
  ),
  handle(membership.cardOfCustomer, ({ member }) => readDefaultCard(context, member.id)),
  handle(membership.defaultCard, ({ member }) => readDefaultCard(context, member.id)),
  handle(membership.updateCard, ({ body, member }) => updateCardOf(context, member, body.token)),
  handle(membership.listConcernedPayments, ({ query }) =>
    refundedOrDisputedPayments(context, { page: query.page, which: query.dispute === "open" ? "disputed" : "all" }),
  ),
  handle(membership.listPayments, ({ query, member }) => paymentsOf(context, member, query)),
  handle(membership.sumPayments, ({ query, member }) => paymentSumsOf(context, member, query)),
  handle(membership.paymentsCsv, ({ query, member }) =>
    csvFile("billing", paymentCsvColumns, everyPayment(context, member, query)),
  ),
];
