import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import { graceEnd } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal, timeOf } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { endAtProvider, standingFor } from "./actions.ts";
import { inTurn } from "./attempts.ts";
import { challenge, outcomeOf, refusalText, refused, success, wantsHolder } from "./outcome.ts";
import { refreshMembership } from "./refresh.ts";
import { lateMemberships } from "./store.ts";

/** Tries a failed renewal again while its holder is here to answer the bank. */
export function payOverdue(house: House, member: Member): Promise<Outcome> {
  return inTurn(house, member.id, async () => {
    const { subscription } = await standingFor(house, member, "pay");
    const body = await pay(house, subscription.latest_invoice as Stripe.Invoice);
    await refreshMembership(house, member.id);
    return outcomeOf(house, member.id, body);
  });
}

async function pay(house: House, invoice: Stripe.Invoice) {
  const { stripe } = house.cards;
  try {
    // An invoice is paid once however often it is asked for, so this call needs no key.
    await stripe.invoices.pay(invoice.id as string, { off_session: false });
    return success("Thank you. Your membership goes on.");
  } catch (error) {
    if (wantsHolder(error)) {
      const open = await stripe.invoices.retrieve(invoice.id as string, { expand: ["confirmation_secret"] });
      if (open.confirmation_secret) return challenge(open.confirmation_secret.client_secret);
    }
    if (!isRefusal(error)) throw error;
    return refused(refusalText(error));
  }
}

/**
 * Ends memberships whose grace is over: access goes with the first telling, and here the provider is told to stop trying
 * the card, so that nobody is charged for a membership that has ended.
 */
export async function endLateMemberships(house: House): Promise<void> {
  const late = await lateMemberships(house.db);
  if (late.length === 0) return;
  const now = timeOf(await house.cards.stripe.subscriptions.list({ limit: 1 }), house.clock.now());
  for (const { memberId, pastDueSince } of late) {
    if (!pastDueSince || graceEnd(pastDueSince) > now) continue;
    const standing = await refreshMembership(house, memberId);
    if (standing?.subscription?.status !== "past_due" || standing.live) continue;
    await endAtProvider(house, standing.subscription);
    await refreshMembership(house, memberId);
  }
}
