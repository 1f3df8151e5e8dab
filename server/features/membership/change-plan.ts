import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { Outcome, previewChange } from "@plumbline/contract/membership/contract.ts";
import { nextCharge } from "@plumbline/contract/membership/rules.ts";
import { decimalOf, formatPence } from "@plumbline/contract/money.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal, keyOf } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, invalid } from "../../platform/problems.ts";
import { standingFor } from "./actions.ts";
import { attempt } from "./attempts.ts";
import { discountsOf, monthsOf, paymentView } from "./next-payment.ts";
import { challenge, noAnswer, outcomeOf, refusalText, refused, success, wantsHolder } from "./outcome.ts";
import { planForSale } from "./plans.ts";
import { refreshMembership, type Standing } from "./refresh.ts";
import { settleAttempt } from "./store.ts";

const resumeFirst =
  "Your bank wants to confirm this payment with you, which it cannot do while your membership is set to end. Please press Resume My Plan, then change it. Nothing was charged.";

/** How long the price of a preview may be bought, in seconds. */
const previewLasts = 15 * 60;

/** What a change would charge now and next, by the provider's own sum (decision 17). */
export async function previewOf(house: House, member: Member, priceId: string): Promise<Answer<typeof previewChange>> {
  const plan = await planForSale(house, priceId);
  const standing = await standingFor(house, member, "change");
  const prorationDate = Math.floor(standing.now.getTime() / 1000);
  const items = itemsOf(standing, priceId);
  const preview = await house.cards.stripe.invoices.createPreview({
    subscription: standing.subscription.id,
    subscription_details: { items, proration_date: prorationDate, proration_behavior: "always_invoice" },
  });
  const credit = Math.max(0, -(preview.ending_balance ?? 0));
  const lasts = preview.lines.data.map(({ period }) => period.end);
  const next = new Date(Math.max(prorationDate, ...lasts) * 1000);
  const charge = nextCharge({
    price: plan.amount,
    months: monthsOf(plan),
    next,
    anchor: next,
    credit,
    discounts: await discountsOf(house, standing.subscription.id),
  });
  return {
    amount_now: decimalOf(preview.amount_due),
    credit: decimalOf(credit),
    currency: preview.currency,
    next_payment: paymentView(charge ?? { amount: 0, date: next }),
    proration_date: prorationDate,
  };
}

/**
 * Changes the plan and charges the difference now. A refused card changes nothing; a bank that wants to see the holder
 * parks the change until they have confirmed it. A planned cancellation is taken back with a change that goes through, and
 * only then. Throws conflict for the plan that the member has already.
 */
export async function changePlan(
  house: House,
  member: Member,
  input: { priceId: string; prorationDate: number | null },
): Promise<Outcome> {
  const plan = await planForSale(house, input.priceId);
  const body = await attempt(house, member.id, input.priceId, async (attemptId) => {
    const standing = await standingFor(house, member, "change");
    const items = itemsOf(standing, input.priceId);
    const now = Math.floor(standing.now.getTime() / 1000);
    const prorationDate = input.prorationDate ?? now;
    // An older date would pay out days that were used already.
    if (prorationDate > now + 60 || prorationDate < now - previewLasts)
      throw invalid({ proration_date: ["This price has run out. Please look at the change again."] });
    try {
      const changed = await update(house, attemptId, standing.subscription, { items, proration_date: prorationDate });
      const invoice = changed.latest_invoice as Stripe.Invoice;
      const secret = changed.pending_update ? invoice.confirmation_secret?.client_secret : null;
      await refreshMembership(house, member.id);
      await settleAttempt(house.db, attemptId, secret ? "requires_action" : "succeeded");
      if (secret) return challenge(secret);
      const charged =
        invoice.amount_paid > 0 ? `${formatPence(invoice.amount_paid)} was charged.` : "Nothing was charged.";
      return success(`You now have the ${plan.name.toLowerCase()}. ${charged}`);
    } catch (error) {
      if (wantsHolder(error) || isRefusal(error)) {
        await settleAttempt(house.db, attemptId, "failed");
        return refused(wantsHolder(error) ? resumeFirst : refusalText(error));
      }
      house.log.warn({ err: error, attempt: attemptId }, "the card provider did not answer; the sweep will ask again");
      const after = await refreshMembership(house, member.id).catch(() => null);
      if (after?.row.priceId !== input.priceId) return refused(noAnswer);
      await settleAttempt(house.db, attemptId, "succeeded");
      return success(`You now have the ${plan.name.toLowerCase()}. What was charged is on your billing page.`);
    }
  });
  return outcomeOf(house, member.id, body);
}

type Change = Pick<Stripe.SubscriptionUpdateParams, "items" | "proration_date">;

async function update(
  house: House,
  attemptId: number,
  { id, cancel_at_period_end: ending }: Stripe.Subscription,
  change: Change,
) {
  const { stripe } = house.cards;
  const expand = ["latest_invoice.confirmation_secret"];
  const now = { ...change, proration_behavior: "always_invoice" as const };
  try {
    return await stripe.subscriptions.update(
      id,
      { ...now, payment_behavior: "error_if_incomplete", ...(ending ? { cancel_at_period_end: false } : {}), expand },
      { idempotencyKey: keyOf(house, "change", attemptId) },
    );
  } catch (error) {
    // The provider parks nothing but the change itself: a planned cancellation would be gone even if the bank said no.
    if (ending || !wantsHolder(error)) throw error;
    return await stripe.subscriptions.update(
      id,
      { ...now, payment_behavior: "pending_if_incomplete", expand },
      { idempotencyKey: keyOf(house, "change-with-holder", attemptId) },
    );
  }
}

/** The present item with its new price: without its id the provider would add a second one. */
function itemsOf({ subscription, row }: Standing, priceId: string) {
  if (row.priceId === priceId) throw conflict("You have this plan already.", ["cancel"]);
  const item = subscription?.items.data[0] as Stripe.SubscriptionItem;
  return [{ id: item.id, price: priceId }];
}
