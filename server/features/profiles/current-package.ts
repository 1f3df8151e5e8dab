import { isLive } from "@plumbline/contract/membership/rules.ts";
import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import type { AppContext } from "../../context.ts";
import { findMembership } from "../membership/store.ts";

/** The membership as the profile shows it; null once it has ended. */
export async function currentPackageOf(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  memberId: number,
): Promise<OwnProfile["current_package"]> {
  const membership = await findMembership(db, memberId);
  if (!membership || !isLive(membership.status, membership.pastDueSince, clock.now())) return null;
  return {
    name: membership.planName,
    price_id: membership.priceId,
    status: membership.status,
    current_period_end: membership.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: membership.cancelAtPeriodEnd,
  };
}
