import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import { graceEnd } from "@plumbline/contract/membership/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { isRefusal } from "../../platform/cards.ts";
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
    if (isRefusal(error)) return refused(refusalText(error));
    // The answer is lost: what the provider has says whether it was paid.
    if ((await stripe.invoices.retrieve(invoice.id as string)).status !== "paid") throw error;
    return success("Thank you. Your membership goes on.");
  }
}

/**
 * Ends memberships whose grace is over: access goes with the first telling, and here the provider is told to stop trying
 * the card, so that nobody is charged for a membership that has ended. Runs every hour, and by our clock asks about nobody
 * before their day; the sandbox's clock may be ahead of ours, and there the provider's answer alone says what time it is.
 */
export async function endLateMemberships(house: House): Promise<void> {
  const ahead = house.cards.settings.mode === "sandbox";
  for (const { memberId, pastDueSince } of await lateMemberships(house.db)) {
    if (!pastDueSince || (!ahead && graceEnd(pastDueSince) > house.clock.now())) continue;
    await endIfOver(house, memberId).catch((error) =>
      house.log.warn({ err: error, member: memberId }, "a late membership could not be ended yet"),
    );
  }
}

async function endIfOver(house: House, memberId: number): Promise<void> {
  const standing = await refreshMembership(house, memberId);
  if (standing?.subscription?.status !== "past_due" || standing.live) return;
  await endAtProvider(house, standing.subscription);
  await refreshMembership(house, memberId);
}
