import { isLive } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import { sessionsChanged } from "../../auth/members.ts";
import { providerTimeOf, unlessMissing } from "../../cards/cards.ts";
import { untilRecorded } from "../../cards/until-recorded.ts";
import type { AppContext } from "../../context.ts";
import { append } from "../../outbox/outbox.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import { eventsBetween, type Facts } from "./changes.ts";
import { planName } from "./plans.ts";
import { findMembership, type MembershipRow, writeMembership } from "./store.ts";

/** A membership with the provider's subscription and the provider's time. */
export type MembershipSnapshot = {
  row: MembershipRow;
  subscription: Subscription | null;
  live: boolean;
  now: Date;
};
type Subscription = Stripe.Subscription & { latest_invoice: Stripe.Invoice | null };

const statusesByPrecedence = ["active", "trialing", "past_due", "incomplete", "unpaid", "paused"];

/**
 * Reads a membership from the provider and records it: row, `stripe_setup` and events in one transaction. Webhooks, the
 * sweep and every action use it, so that their order and repetition do not matter. Null for a member whom the provider does
 * not know.
 */
export async function refreshMembership(context: AppContext, memberId: number): Promise<MembershipSnapshot | null> {
  return untilRecorded(async () => {
    const seen = await findMembership(context.db, memberId);
    if (!seen?.providerCustomerId) return null;
    const answer = await unlessMissing(
      context.cards.stripe.subscriptions.list({
        customer: seen.providerCustomerId,
        status: "all",
        limit: 20,
        expand: ["data.latest_invoice"],
      }),
    );
    if (!answer) return null;
    const now = providerTimeOf(answer, context.clock.now());
    // The list was asked to expand the latest invoice.
    const subscription = (relevantSubscription(answer.data, seen.revokedSubscriptionId) ?? null) as Subscription | null;
    if (!subscription) return { row: seen, subscription, live: false, now };
    const facts = await factsOf(context, subscription);
    const revoked = facts.subscriptionId === seen.revokedSubscriptionId;
    const live = !revoked && isLive(facts.status, facts.pastDueSince, now);
    const row = await recordSubscription(context, seen, facts, live);
    return row ? { row, subscription, live, now } : undefined;
  });
}

/** The subscription that counts: the live one, else one that waits for its first payment, else the newest. */
function relevantSubscription(
  all: readonly Stripe.Subscription[],
  revoked: string | null,
): Stripe.Subscription | undefined {
  for (const status of statusesByPrecedence) {
    const found = all.find((each) => each.status === status && each.id !== revoked);
    if (found) return found;
  }
  return all[0];
}

async function factsOf(context: AppContext, subscription: Subscription): Promise<Facts> {
  const [item] = subscription.items.data;
  const late = subscription.status === "past_due" ? subscription.latest_invoice : null;
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    planName: item ? await planName(context, item.price) : null,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    owedPence: late ? late.amount_remaining : null,
    pastDueSince: late ? new Date((late.status_transitions.finalized_at ?? late.created) * 1000) : null,
  };
}

async function recordSubscription(
  context: AppContext,
  seen: MembershipRow,
  facts: Facts,
  live: boolean,
): Promise<MembershipRow | null> {
  const { memberId } = seen;
  const now = context.clock.now();
  const written = await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    const row = await writeMembership(tx, seen, facts, now);
    if (!member || !row) return null;
    const before = { ...seen, live: member.stripeSetup };
    const kinds = eventsBetween(before, { ...facts, live });
    if (member.stripeSetup !== live) await updateMember(tx, memberId, { stripeSetup: live });
    for (const kind of kinds) {
      const data = {
        plan: facts.planName,
        until: facts.currentPeriodEnd?.toISOString() ?? null,
        late: seen.status === "past_due" || facts.status === "past_due",
        since: facts.pastDueSince?.toISOString() ?? null,
        because: facts.subscriptionId === seen.revokedSubscriptionId ? seen.revokedBecause : null,
      };
      await append(tx, { kind, actorId: null, subjectId: memberId, data }, now);
    }
    return { row, changed: kinds.length > 0 };
  });
  if (written?.changed) sessionsChanged(context, memberId);
  return written?.row ?? null;
}
