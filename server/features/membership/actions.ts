import { formatLong } from "@plumbline/contract/dates.ts";
import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import { planInSentence } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { type Attempt, idempotencyKeyFor, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { conflict } from "../../http/problems.ts";
import { oneAtATime, withAttempt } from "./attempts.ts";
import { refreshAfterChange } from "./billing.ts";
import { saveCard } from "./card.ts";
import { couponFor } from "./coupons.ts";
import { endUnpaid, isOver } from "./ending.ts";
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
import { type MembershipSnapshot, refreshMembership } from "./refresh.ts";
import { extendLease, settleAttempt } from "./store.ts";
import { actionsFor } from "./view.ts";

const startedText = "Your membership has started.";

type Purchase = { token: string; priceId: string; coupon: string | null };

/**
 * Buys a membership (decision 16): records the attempt, calls the provider with the attempt's id as idempotency key, and
 * records the outcome. Throws invalid for an unknown plan or coupon, conflict for a member who has a membership or whose
 * payment is in progress. A declined card creates no subscription.
 */
export async function subscribe(
  context: AppContext,
  member: Member,
  { token, priceId, coupon }: Purchase,
): Promise<Outcome> {
  const plan = await planForSale(context, priceId);
  const discount = coupon ? await couponFor(context, member.id, coupon, plan) : null;
  const body = await withAttempt(context, member.id, priceId, async (attempt) => {
    const before = await refreshMembership(context, member.id);
    if (before?.live) throw conflict("You have a membership already.", actionsFor(before.row, true));
    try {
      // First, because the provider charges a failed renewal to a new card at once.
      if (before && !(await endEarlier(context, before))) {
        await refreshAfterChange(context, member.id);
        return await started(context, attempt);
      }
      const { customerId } = await saveCard(context, member, token);
      // Another process has settled it: this one was stopped for so long that it counted as dead.
      if (!(await extendLease(context.db, attempt.id))) return declined(noAnswerText);
      const subscription = await create(context, attempt, {
        customer: customerId,
        items: [{ price: priceId }],
        ...(discount ? { discounts: [{ coupon: discount.couponId }] } : {}),
        metadata: { member_id: String(member.id), ...(discount ? { coupon: discount.code } : {}) },
      });
      const secret = secretOf(subscription);
      await refreshAfterChange(context, member.id);
      await settleAttempt(context.db, attempt.id, secret ? "requires_action" : "succeeded");
      return secret ? challenge(secret) : success(`Welcome. Your ${planInSentence(plan.name)} has started.`);
    } catch (error) {
      return await afterFailure(context, member, attempt, error);
    }
  });
  return outcomeOf(context, member.id, body);
}

/** A refusal ends the attempt. If the provider did not answer, the outcome is unknown until it is asked again. */
async function afterFailure(context: AppContext, member: Member, attempt: Attempt, error: unknown) {
  if (isRefusal(error)) {
    await settleAttempt(context.db, attempt.id, "failed");
    return declined(refusalText(error));
  }
  context.log.warn({ err: error, attempt: attempt.id }, "the card provider did not answer; the sweep will ask again");
  const membership = await refreshAfterChange(context, member.id).catch(() => null);
  return membership?.live ? started(context, attempt) : declined(noAnswerText);
}

/** What was bought counts: by this attempt, or by an earlier one that was completed at the bank in the meantime. */
async function started(context: AppContext, attempt: Attempt) {
  await settleAttempt(context.db, attempt.id, "succeeded");
  return success(startedText);
}

/**
 * First tries in a mode that creates nothing when the card is declined. Only if the bank requires authentication does it
 * create an incomplete subscription, which the browser completes.
 */
async function create(context: AppContext, attempt: Attempt, params: Stripe.SubscriptionCreateParams) {
  const { stripe } = context.cards;
  const expand = ["latest_invoice.confirmation_secret", "pending_setup_intent"];
  try {
    return await stripe.subscriptions.create(
      { ...params, payment_behavior: "error_if_incomplete", expand },
      { idempotencyKey: idempotencyKeyFor(context, "subscribe", attempt) },
    );
  } catch (error) {
    if (!requiresAuthentication(error)) throw error;
    return await stripe.subscriptions.create(
      { ...params, payment_behavior: "allow_incomplete", expand },
      { idempotencyKey: idempotencyKeyFor(context, "subscribe-with-holder", attempt) },
    );
  }
}

/** The client secret that the browser authenticates with: of the first payment, or of the card if nothing is charged yet. */
function secretOf({
  status,
  latest_invoice: invoice,
  pending_setup_intent: setup,
}: Stripe.Subscription): string | null {
  if (status === "incomplete" && invoice && typeof invoice !== "string")
    return invoice.confirmation_secret?.client_secret ?? null;
  const asked = setup && typeof setup !== "string" && setup.status === "requires_action";
  return asked ? setup.client_secret : null;
}

/**
 * Cancels an earlier subscription: an unfinished purchase, whose client secret a browser may still have, must not be paid
 * any more, and one that no longer gives access must not go on charging. False when it was paid meanwhile.
 */
async function endEarlier(context: AppContext, { subscription }: MembershipSnapshot): Promise<boolean> {
  return !subscription || isOver(subscription) || endUnpaid(context, subscription);
}

/**
 * Cancels a membership (decision 17): it lasts until its paid period ends; one whose renewal failed ends at once, and the
 * card is not charged again.
 */
export function cancelPlan(context: AppContext, member: Member): Promise<Outcome> {
  return oneAtATime(context, member.id, async () => {
    const { row, subscription } = await requireMembership(context, member, "cancel");
    if (row.status === "past_due" && (await endUnpaid(context, subscription))) {
      await refreshAfterChange(context, member.id);
      return outcomeOf(context, member.id, success("Your membership has ended. Nothing more is charged."));
    }
    await updateEnding(context, subscription.id, { cancel_at_period_end: true });
    const after = await refreshAfterChange(context, member.id);
    const until = formatLong(
      (after?.row.currentPeriodEnd ?? row.currentPeriodEnd ?? context.clock.now()).toISOString(),
    );
    return outcomeOf(context, member.id, success(`Your membership ends on ${until}. Until then nothing changes.`));
  });
}

/** Takes a cancellation back before the period ends. */
export function resumePlan(context: AppContext, member: Member): Promise<Outcome> {
  return oneAtATime(context, member.id, async () => {
    const { subscription } = await requireMembership(context, member, "resume");
    await updateEnding(context, subscription.id, { cancel_at_period_end: false });
    await refreshAfterChange(context, member.id);
    return outcomeOf(context, member.id, success("Your membership goes on."));
  });
}

/** Sets or removes the planned end; if the response is lost, the subscription is read to see whether it was done. */
async function updateEnding(
  { cards: { stripe } }: AppContext,
  id: string,
  ending: { cancel_at_period_end: boolean },
): Promise<void> {
  try {
    await stripe.subscriptions.update(id, ending);
  } catch (error) {
    if (isRefusal(error)) throw error;
    if ((await stripe.subscriptions.retrieve(id)).cancel_at_period_end !== ending.cancel_at_period_end) throw error;
  }
}

const notAllowedTexts = {
  change: "There is no membership that could be changed now.",
  cancel: "There is no membership that could be cancelled now.",
  resume: "There is no cancellation to take back.",
  pay: "There is nothing to pay.",
} as const;

/** The membership as the provider has it now, if the action is allowed on it; throws conflict otherwise. */
export async function requireMembership(context: AppContext, member: Member, action: keyof typeof notAllowedTexts) {
  const membership = await refreshMembership(context, member.id);
  const allowed = actionsFor(membership?.row ?? null, membership?.live ?? false);
  if (!membership?.subscription || !allowed.includes(action)) throw conflict(notAllowedTexts[action], allowed);
  return { ...membership, subscription: membership.subscription };
}
