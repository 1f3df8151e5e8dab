/** What the provider says of a membership, in our words. */
export type Facts = {
  subscriptionId: string;
  status: string;
  priceId: string | null;
  planName: string | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Date | null;
};

export type MembershipEvent =
  | "membership.started"
  | "membership.ended"
  | "membership.changed"
  | "membership.cancelled"
  | "membership.resumed"
  | "membership.renewal_failed"
  | "membership.recovered"
  | "membership.renewed";

type Known = { [K in keyof Facts]: Facts[K] | null };

/**
 * What happened between two tellings. The same whether our own call or the provider's webhook brought the second, so that
 * each thing is told once, whoever comes first.
 */
export function whatChanged(before: Known & { live: boolean }, after: Facts & { live: boolean }): MembershipEvent[] {
  if (!before.live) return after.live ? ["membership.started"] : [];
  if (!after.live) return ["membership.ended"];
  const happened: MembershipEvent[] = [];
  if (before.status !== "past_due" && after.status === "past_due") happened.push("membership.renewal_failed");
  if (before.status === "past_due" && after.status !== "past_due") happened.push("membership.recovered");
  if (before.priceId !== after.priceId) happened.push("membership.changed");
  else if (happened.length === 0 && later(after.currentPeriodEnd, before.currentPeriodEnd))
    happened.push("membership.renewed");
  if (!before.cancelAtPeriodEnd && after.cancelAtPeriodEnd) happened.push("membership.cancelled");
  if (before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd) happened.push("membership.resumed");
  return happened;
}

function later(one: Date | null, other: Date | null): boolean {
  return one !== null && other !== null && one.getTime() > other.getTime();
}
