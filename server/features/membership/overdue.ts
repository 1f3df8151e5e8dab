import type { Outcome } from "@plumbline/contract/membership/contract.ts";
import { graceEnd } from "@plumbline/contract/membership/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import type Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { expanded, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { requireMembership } from "./actions.ts";
import { oneAtATime } from "./attempts.ts";
import { refreshAfterChange } from "./billing.ts";
import { endUnpaid } from "./ending.ts";
import { challenge, declined, outcomeOf, refusalText, requiresAuthentication, success } from "./outcome.ts";
import { refreshMembership } from "./refresh.ts";
import { lateMemberships } from "./store.ts";

/** Retries a failed renewal while the cardholder is present to authenticate it. */
export function payOverdue(context: AppContext, member: Member): Promise<Outcome> {
  return oneAtATime(context, member.id, async () => {
    const { subscription } = await requireMembership(context, member, "pay");
    const body = await pay(context, expanded(subscription.latest_invoice));
    await refreshAfterChange(context, member.id);
    return outcomeOf(context, member.id, body);
  });
}

async function pay(context: AppContext, invoice: Stripe.Invoice) {
  const { stripe } = context.cards;
  const id = present(invoice.id, "the invoice's id");
  try {
    // The provider charges an invoice only once, so this call needs no idempotency key.
    await stripe.invoices.pay(id, { off_session: false });
    return success("Thank you. Your membership goes on.");
  } catch (error) {
    if (requiresAuthentication(error)) {
      const open = await stripe.invoices.retrieve(id, { expand: ["confirmation_secret"] });
      if (open.confirmation_secret) return challenge(open.confirmation_secret.client_secret);
    }
    if (isRefusal(error)) return declined(refusalText(error));
    // The response was lost, so the invoice is read to see whether it was paid.
    if ((await stripe.invoices.retrieve(id)).status !== "paid") throw error;
    return success("Thank you. Your membership goes on.");
  }
}

/**
 * Ends memberships whose grace period is over and cancels the subscription, so that the provider stops retrying the card.
 * Runs every hour, and skips memberships whose grace period is not over by our clock; in the sandbox, whose clock may be
 * ahead of ours, all late memberships are checked by the provider's time.
 */
export async function endLateMemberships(context: AppContext): Promise<void> {
  const ahead = context.cards.settings.mode === "sandbox";
  for (const { memberId, pastDueSince } of await lateMemberships(context.db)) {
    if (!pastDueSince || (!ahead && graceEnd(pastDueSince) > context.clock.now())) continue;
    await endIfOver(context, memberId).catch((error) =>
      context.log.warn({ err: error, member: memberId }, "a late membership could not be ended yet"),
    );
  }
}

/** Ends a membership whose grace is over, so that the provider does not charge the failed renewal any more. */
export async function endIfOver(context: AppContext, memberId: number): Promise<void> {
  const membership = await refreshMembership(context, memberId);
  if (membership?.subscription?.status !== "past_due" || membership.live) return;
  await endUnpaid(context, membership.subscription);
  await refreshAfterChange(context, memberId);
}
