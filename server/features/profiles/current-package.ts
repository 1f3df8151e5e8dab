import { isLive } from "@plumbline/contract/membership/rules.ts";
import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import type { House } from "../../house.ts";
import { findMembership } from "../membership/store.ts";

/** The membership as the profile shows it; one that has ended is none. */
export async function currentPackageOf(
  { db, clock }: Pick<House, "db" | "clock">,
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
