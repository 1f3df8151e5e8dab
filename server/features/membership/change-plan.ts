import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { Outcome, previewChange } from "@plumbline/contract/membership/contract.ts";
import { nextCharge, planInSentence } from "@plumbline/contract/membership/rules.ts";
import { decimalOf, formatPence } from "@plumbline/contract/money.ts";
import { present } from "@plumbline/contract/present.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { type Attempt, expanded, idempotencyKeyFor, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { conflict, invalid } from "../../http/problems.ts";
import { requireMembership } from "./actions.ts";
import { withAttempt } from "./attempts.ts";
import { refreshAfterChange } from "./billing.ts";
import { discountsOf, monthsOf, paymentView } from "./next-payment.ts";
import {
  challenge,
  declined,
  noAnswerText,
  outcomeOf,
  refusalText,
  requiresAuthentication,
  success,
} from "./outcome.ts";
import { planForSale } from "./plans.ts";
import type { MembershipSnapshot } from "./refresh.ts";
import { settleAttempt } from "./store.ts";

const resumeFirstText =
  "Your bank wants to confirm this payment with you, which it cannot do while your membership is set to end. Please press Resume My Plan, then change it. Nothing was charged.";

/** How long the price of a preview is valid, in seconds. */
const previewTtl = 15 * 60;

/** What a change would charge now and next, as computed by the provider (decision 17). */
export async function previewOf(
  context: AppContext,
  member: Member,
  priceId: string,
): Promise<Answer<typeof previewChange>> {
  const plan = await planForSale(context, priceId);
  const membership = await requireMembership(context, member, "change");
  const prorationDate = Math.floor(membership.now.getTime() / 1000);
  const items = itemsOf(membership, priceId);
  const preview = await context.cards.stripe.invoices.createPreview({
    subscription: membership.subscription.id,
    subscription_details: { items, proration_date: prorationDate, proration_behavior: "always_invoice" },
  });
  const credit = Math.max(0, -(preview.ending_balance ?? 0));
  // Without the credits' periods: what is left of a year ends later than the month that begins now.
  const periodEnds = preview.lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end);
  const next = new Date(Math.max(prorationDate, ...periodEnds) * 1000);
  const charge = nextCharge({
    price: plan.amount,
    months: monthsOf(plan),
    next,
    anchor: next,
    credit,
    discounts: await discountsOf(context, membership.subscription.id),
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
 * Changes the plan and charges the difference now. A declined card changes nothing; if the bank requires authentication,
 * the change is pending until the cardholder has confirmed it. A successful change also removes a planned cancellation.
 * Throws conflict for the plan that the member already has.
 */
export async function changePlan(
  context: AppContext,
  member: Member,
  input: { priceId: string; prorationDate: number | null },
): Promise<Outcome> {
  const plan = await planForSale(context, input.priceId);
  const body = await withAttempt(context, member.id, input.priceId, async (attempt) => {
    const membership = await requireMembership(context, member, "change");
    const items = itemsOf(membership, input.priceId);
    const now = Math.floor(membership.now.getTime() / 1000);
    const prorationDate = input.prorationDate ?? now;
    // An older date would credit days that have already been used.
    if (prorationDate > now + 60 || prorationDate < now - previewTtl)
      throw invalid({ proration_date: ["This price has run out. Please look at the change again."] });
    try {
      const changed = await update(context, attempt, membership.subscription, {
        items,
        proration_date: prorationDate,
      });
      const invoice = expanded(changed.latest_invoice);
      const secret = changed.pending_update ? invoice.confirmation_secret?.client_secret : null;
      await refreshAfterChange(context, member.id);
      await settleAttempt(context.db, attempt.id, secret ? "requires_action" : "succeeded");
      if (secret) return challenge(secret);
      const charged =
        invoice.amount_paid > 0 ? `${formatPence(invoice.amount_paid)} was charged.` : "Nothing was charged.";
      return success(`You now have the ${planInSentence(plan.name)}. ${charged}`);
    } catch (error) {
      if (requiresAuthentication(error) || isRefusal(error)) {
        await settleAttempt(context.db, attempt.id, "failed");
        return declined(requiresAuthentication(error) ? resumeFirstText : refusalText(error));
      }
      context.log.warn(
        { err: error, attempt: attempt.id },
        "the card provider did not answer; the sweep will ask again",
      );
      const after = await refreshAfterChange(context, member.id).catch(() => null);
      if (after?.row.priceId !== input.priceId) return declined(noAnswerText);
      await settleAttempt(context.db, attempt.id, "succeeded");
      return success(`You now have the ${planInSentence(plan.name)}. What was charged is on your billing page.`);
    }
  });
  return outcomeOf(context, member.id, body);
}

type Change = Pick<Stripe.SubscriptionUpdateParams, "items" | "proration_date">;

async function update(
  context: AppContext,
  attempt: Attempt,
  { id, cancel_at_period_end: ending }: Stripe.Subscription,
  change: Change,
) {
  const { stripe } = context.cards;
  const expand = ["latest_invoice.confirmation_secret"];
  const now = { ...change, proration_behavior: "always_invoice" as const };
  try {
    return await stripe.subscriptions.update(
      id,
      { ...now, payment_behavior: "error_if_incomplete", ...(ending ? { cancel_at_period_end: false } : {}), expand },
      { idempotencyKey: idempotencyKeyFor(context, "change", attempt) },
    );
  } catch (error) {
    // The provider makes only the plan change pending: a planned cancellation would be removed even if the bank declines.
    if (ending || !requiresAuthentication(error)) throw error;
    return await stripe.subscriptions.update(
      id,
      { ...now, payment_behavior: "pending_if_incomplete", expand },
      { idempotencyKey: idempotencyKeyFor(context, "change-with-holder", attempt) },
    );
  }
}

/** The current item with its new price; without the item's id the provider would add a second one. */
function itemsOf({ subscription, row }: MembershipSnapshot, priceId: string) {
  if (row.priceId === priceId) throw conflict("You have this plan already.", ["cancel"]);
  const item = present(subscription?.items.data[0], "the subscription's item");
  return [{ id: item.id, price: priceId }];
}
