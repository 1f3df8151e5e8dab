import type { House } from "../../../house.ts";
import { refreshMembership } from "../refresh.ts";
import { findMemberOfCustomer } from "../store.ts";

/**
 * Something of a customer's membership has changed: whatever the event says, the provider is asked how it stands now, so
 * that events may come twice and in any order. Those of a customer who is not ours are none of our business.
 */
export async function membershipTold(house: House, customer: string | { id: string } | null): Promise<void> {
  const customerId = typeof customer === "string" ? customer : customer?.id;
  const memberId = customerId ? await findMemberOfCustomer(house.db, customerId) : null;
  if (memberId !== null) await refreshMembership(house, memberId);
}
