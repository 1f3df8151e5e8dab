import { formatLong } from "@plumbline/contract/dates.ts";
import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal, keyOf } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { conflict } from "../../platform/problems.ts";
import { attempt, inTurn } from "./attempts.ts";
import { providerCustomerOf, putCard } from "./card.ts";
import { couponFor } from "./coupons.ts";
import { challenge, noAnswer, outcomeOf, refusalText, refused, success, wantsHolder } from "./outcome.ts";
import { planForSale } from "./plans.ts";
import { refreshMembership, type Standing } from "./refresh.ts";
import { settleAttempt } from "./store.ts";
import { actionsFor } from "./view.ts";

type Purchase = { token: string; priceId: string; coupon: string | null };

/**
 * Buys a membership (decision 16): the attempt is recorded, then the provider is asked with the attempt's id as key, then
 * the outcome is recorded. Throws invalid for a plan or coupon that is none, conflict for somebody who has a membership or
 * whose payment is being taken. A refused card leaves nothing behind but the card's refusal.
 */
export async function subscribe(house: House, member: Member, { token, priceId, coupon }: Purchase): Promise<Outcome> {
  const plan = await planForSale(house, priceId);
  const discount = coupon ? await couponFor(house, member.id, coupon, plan) : null;
  const body = await attempt(house, member.id, priceId, async (attemptId) => {
    const before = await refreshMembership(house, member.id);
    if (before?.live) throw conflict("You have a membership already.", actionsFor(before.row, true));
    try {
      const customerId = await providerCustomerOf(house, member);
      await putCard(house, customerId, token);
      if (before) await letGo(house, before);
      const subscription = await create(house, attemptId, {
        customer: customerId,
        items: [{ price: priceId }],
        ...(discount ? { discounts: [{ coupon: discount.couponId }] } : {}),
        metadata: { member_id: String(member.id), ...(discount ? { coupon: discount.code } : {}) },
      });
      const secret = secretOf(subscription);
      await refreshMembership(house, member.id);
      await settleAttempt(house.db, attemptId, secret ? "requires_action" : "succeeded");
      return secret ? challenge(secret) : success(`Welcome. Your ${plan.name.toLowerCase()} has started.`);
    } catch (error) {
      return await afterFailure(house, member, attemptId, error);
    }
  });
  return outcomeOf(house, member.id, body);
}

/** A refusal is the end of the attempt. Of a call without an answer nobody knows, until the provider is asked again. */
async function afterFailure(house: House, member: Member, attemptId: number, error: unknown) {
  if (isRefusal(error)) {
    await settleAttempt(house.db, attemptId, "failed");
    return refused(refusalText(error));
  }
  house.log.warn({ err: error, attempt: attemptId }, "the card provider did not answer; the sweep will ask again");
  const standing = await refreshMembership(house, member.id).catch(() => null);
  if (!standing?.live) return refused(noAnswer);
  await settleAttempt(house.db, attemptId, "succeeded");
  return success("Your membership has started.");
}

/**
 * At first in a way that leaves nothing behind when the card is refused. Only a bank that wants to see the holder makes a
 * subscription that waits for the browser.
 */
async function create(house: House, attemptId: number, params: Stripe.SubscriptionCreateParams) {
  const { stripe } = house.cards;
  const expand = ["latest_invoice.confirmation_secret", "pending_setup_intent"];
  try {
    return await stripe.subscriptions.create(
      { ...params, payment_behavior: "error_if_incomplete", expand },
      { idempotencyKey: keyOf(house, "subscribe", attemptId) },
    );
  } catch (error) {
    if (!wantsHolder(error)) throw error;
    return await stripe.subscriptions.create(
      { ...params, payment_behavior: "allow_incomplete", expand },
      { idempotencyKey: keyOf(house, "subscribe-with-holder", attemptId) },
    );
  }
}

/** What the browser confirms with: the first payment, or, where nothing is charged yet, the card itself. */
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
 * An earlier purchase that nobody finished can no longer be paid: the browser may still know its secret. One that gives no
 * access any more must not go on charging either.
 */
async function letGo(house: House, { subscription }: Standing): Promise<void> {
  if (subscription && !["canceled", "incomplete_expired"].includes(subscription.status))
    await endAtProvider(house, subscription);
}

/** Ends a subscription now and takes back what was still to be paid. Safe to run again from any point. */
export async function endAtProvider(house: House, subscription: Stripe.Subscription): Promise<void> {
  const { stripe } = house.cards;
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: "open", limit: 10 });
  for (const { id } of data) if (id) await unlessDone(stripe.invoices.voidInvoice(id));
  await unlessDone(stripe.subscriptions.cancel(subscription.id));
}

async function unlessDone(call: Promise<unknown>): Promise<void> {
  await call.catch((error) => {
    if (!isRefusal(error)) throw error;
  });
}

/**
 * Cancels (decision 17): a paid period is used up first; a membership whose renewal failed ends at once, and nothing more
 * is tried on the card.
 */
export function cancelPlan(house: House, member: Member): Promise<Outcome> {
  return inTurn(house, member.id, async () => {
    const { row, subscription } = await standingFor(house, member, "cancel");
    if (row.status === "past_due") {
      await endAtProvider(house, subscription);
      await refreshMembership(house, member.id);
      return outcomeOf(house, member.id, success("Your membership has ended. Nothing more is charged."));
    }
    await setEnding(house, subscription.id, true);
    const after = await refreshMembership(house, member.id);
    const until = formatLong((after?.row.currentPeriodEnd ?? row.currentPeriodEnd ?? house.clock.now()).toISOString());
    return outcomeOf(house, member.id, success(`Your membership ends on ${until}. Until then nothing changes.`));
  });
}

/** Takes a cancellation back before the period ends. */
export function resumePlan(house: House, member: Member): Promise<Outcome> {
  return inTurn(house, member.id, async () => {
    const { subscription } = await standingFor(house, member, "resume");
    await setEnding(house, subscription.id, false);
    await refreshMembership(house, member.id);
    return outcomeOf(house, member.id, success("Your membership goes on."));
  });
}

/** When the answer is lost, what the provider has says whether it was done. */
async function setEnding({ cards: { stripe } }: House, id: string, ending: boolean): Promise<void> {
  try {
    await stripe.subscriptions.update(id, { cancel_at_period_end: ending });
  } catch (error) {
    if (isRefusal(error)) throw error;
    if ((await stripe.subscriptions.retrieve(id)).cancel_at_period_end !== ending) throw error;
  }
}

const notNow = {
  change: "There is no membership that could be changed now.",
  cancel: "There is no membership that could be cancelled now.",
  resume: "There is no cancellation to take back.",
  pay: "There is nothing to pay.",
} as const;

/** The membership as the provider says now, for a verb that is allowed on it; conflict otherwise. */
export async function standingFor(house: House, member: Member, action: keyof typeof notNow) {
  const standing = await refreshMembership(house, member.id);
  const allowed = actionsFor(standing?.row ?? null, standing?.live ?? false);
  if (!standing?.subscription || !allowed.includes(action)) throw conflict(notNow[action], allowed);
  return { ...standing, subscription: standing.subscription };
}
