import { unlessMissing } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { lockMember } from "../accounts/store.ts";
import { refreshAfterChange } from "./billing.ts";
import { endAtProvider, isOver } from "./ending.ts";
import { refreshMembership } from "./refresh.ts";
import { findMembership } from "./store.ts";

/**
 * Ends a membership at once, as its account is closed: nothing more is charged. Safe to run again, and changes nothing once
 * the account was opened.
 */
export async function endMembershipOfClosed(context: AppContext, memberId: number): Promise<void> {
  const subscription = (await refreshMembership(context, memberId))?.subscription;
  if (!subscription || isOver(subscription)) return;
  // Last before the provider is told to end it: an event may come late or twice, after staff have opened the account.
  if (!(await isClosed(context, memberId))) return;
  await endAtProvider(context, subscription);
  await refreshAfterChange(context, memberId);
}

/** Waits for who is closing or opening the account at this moment. */
async function isClosed({ db }: AppContext, memberId: number): Promise<boolean> {
  return db.transaction(async (tx) => (await lockMember(tx, memberId))?.state === "closed");
}

/** Deletes a member's customer at the card provider, with the cards that it keeps; the charges stay in its books and ours. */
export async function forgetCustomer(context: AppContext, memberId: number): Promise<void> {
  const customer = (await findMembership(context.db, memberId))?.providerCustomerId;
  if (customer) await unlessMissing(context.cards.stripe.customers.del(customer));
}
