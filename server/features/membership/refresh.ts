import { isLive } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { timeOf, unlessMissing } from "../../platform/cards.ts";
import { append } from "../../platform/events.ts";
import { sessionsChanged } from "../../platform/members.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import { planName } from "./plans.ts";
import { findMembership, type MembershipRow, writeMembership } from "./store.ts";
import { type Facts, whatChanged } from "./what-changed.ts";

/** A membership with the provider's own object behind it, and the provider's time. */
export type Standing = {
  row: MembershipRow;
  subscription: Subscription | null;
  live: boolean;
  now: Date;
};
type Subscription = Stripe.Subscription & { latest_invoice: Stripe.Invoice | null };

const order = ["active", "trialing", "past_due", "incomplete", "unpaid", "paused"];

/**
 * Asks the provider how a membership stands and records it: row, `stripe_setup` and events in one transaction. Webhooks,
 * the sweep and every verb end here, so that it does not matter which of them comes first or twice. Null for somebody
 * whom the provider does not know.
 */
export async function refreshMembership(house: House, memberId: number): Promise<Standing | null> {
  for (;;) {
    const seen = await findMembership(house.db, memberId);
    if (!seen?.providerCustomerId) return null;
    const answer = await unlessMissing(
      house.cards.stripe.subscriptions.list({
        customer: seen.providerCustomerId,
        status: "all",
        limit: 20,
        expand: ["data.latest_invoice"],
      }),
    );
    if (!answer) return null;
    const now = timeOf(answer, house.clock.now());
    const subscription = (theOne(answer.data, seen.revokedSubscriptionId) ?? null) as Subscription | null;
    if (!subscription) return { row: seen, subscription, live: false, now };
    const facts = await factsOf(house, subscription);
    const revoked = facts.subscriptionId === seen.revokedSubscriptionId;
    const live = !revoked && isLive(facts.status, facts.pastDueSince, now);
    const row = await record(house, seen, facts, live);
    // Somebody wrote while we asked: theirs may be the newer answer, so ask again.
    if (row) return { row, subscription, live, now };
  }
}

/** The one that counts: a live one, else one that waits for its first payment, else the newest. */
function theOne(all: readonly Stripe.Subscription[], revoked: string | null): Stripe.Subscription | undefined {
  for (const status of order) {
    const found = all.find((each) => each.status === status && each.id !== revoked);
    if (found) return found;
  }
  return all[0];
}

async function factsOf(house: House, subscription: Subscription): Promise<Facts> {
  const [item] = subscription.items.data;
  const late = subscription.status === "past_due" ? subscription.latest_invoice : null;
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    planName: item ? await planName(house, item.price) : null,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pastDueSince: late ? new Date((late.status_transitions.finalized_at ?? late.created) * 1000) : null,
  };
}

async function record(house: House, seen: MembershipRow, facts: Facts, live: boolean): Promise<MembershipRow | null> {
  const { memberId } = seen;
  const now = house.clock.now();
  const done = await house.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    const row = await writeMembership(tx, seen, facts, now);
    if (!member || !row) return null;
    const before = { ...seen, live: member.stripeSetup };
    const happened = whatChanged(before, { ...facts, live });
    if (member.stripeSetup !== live) await updateMember(tx, memberId, { stripeSetup: live });
    for (const kind of happened) {
      const data = {
        plan: facts.planName,
        until: facts.currentPeriodEnd?.toISOString() ?? null,
        late: seen.status === "past_due" || facts.status === "past_due",
        since: facts.pastDueSince?.toISOString() ?? null,
        because: facts.subscriptionId === seen.revokedSubscriptionId ? seen.revokedBecause : null,
      };
      await append(tx, { kind, actorId: null, subject: "member", subjectId: memberId, data }, now);
    }
    return { row, changed: happened.length > 0 };
  });
  if (done?.changed) sessionsChanged(house, memberId);
  return done?.row ?? null;
}
