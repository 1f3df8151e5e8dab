import type { MembershipEvent } from "./events.ts";

/** The provider's facts about a membership, under our names. */
export type Facts = {
  subscriptionId: string;
  status: string;
  priceId: string | null;
  planName: string | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Date | null;
  owedPence: number | null;
};

type Known = { [K in keyof Facts]: Facts[K] | null };

/**
 * The events between two states of a membership at the provider. They do not depend on whether our own call or a webhook
 * brought the second state, so that each change is recorded once.
 */
export function eventsBetween(before: Known & { live: boolean }, after: Facts & { live: boolean }): MembershipEvent[] {
  if (!before.live) return after.live ? ["membership.started"] : [];
  if (!after.live) return ["membership.ended"];
  const kinds: MembershipEvent[] = [];
  if (before.status !== "past_due" && after.status === "past_due") kinds.push("membership.renewal_failed");
  if (before.status === "past_due" && after.status !== "past_due") kinds.push("membership.recovered");
  if (before.priceId !== after.priceId) kinds.push("membership.changed");
  else if (kinds.length === 0 && later(after.currentPeriodEnd, before.currentPeriodEnd))
    kinds.push("membership.renewed");
  if (!before.cancelAtPeriodEnd && after.cancelAtPeriodEnd) kinds.push("membership.cancelled");
  if (before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd) kinds.push("membership.resumed");
  return kinds;
}

function later(one: Date | null, other: Date | null): boolean {
  return one !== null && other !== null && one.getTime() > other.getTime();
}
