import type Stripe from "stripe";
import { webhookTable } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { shareRefresh } from "./billing.ts";
import { refreshPlans } from "./plans.ts";
import { followMembershipDispute, followRefund } from "./returned-payments.ts";
import { findMemberOfCustomer } from "./store.ts";

/** How memberships handle events of the card provider. */
export const membershipWebhooks = webhookTable({
  // A purchase that our own call has recorded, or was interrupted before recording.
  "customer.subscription.created": refreshCustomer,
  // Renewed, changed, cancelled or overdue: at the provider or by our own call.
  "customer.subscription.updated": refreshCustomer,
  // The paid period is over, or the last retry of a renewal has failed.
  "customer.subscription.deleted": refreshCustomer,
  // A first payment confirmed in the browser, a renewal, or an overdue one that was paid after all.
  "invoice.paid": refreshCustomer,
  // A renewal was refused: the grace period begins, or, when it comes again late enough, is over.
  "invoice.payment_failed": refreshCustomer,
  // A renewal waits for the cardholder's confirmation: overdue until then.
  "invoice.payment_action_required": refreshCustomer,
  // A bill is there, or is none any more.
  "invoice.finalized": refreshCustomer,
  "invoice.voided": refreshCustomer,
  "invoice.marked_uncollectible": refreshCustomer,
  // The default card or the credit has changed, here or at the provider.
  "customer.updated": (context, { data }) => refreshOf(context, data.object.id),
  "customer.deleted": (context, { data }) => refreshOf(context, data.object.id),
  // The card's network has renewed it, or it was removed in the provider's dashboard.
  "customer.source.updated": refreshCustomer,
  "customer.source.deleted": refreshCustomer,
  // A plan is sold, changed or no longer sold.
  "price.created": refreshCatalogue,
  "price.updated": refreshCatalogue,
  "price.deleted": refreshCatalogue,
  "product.updated": refreshCatalogue,
  "product.deleted": refreshCatalogue,
  // In the provider's dashboard, in full or in part.
  "charge.refunded": (context, { data }) => followRefund(context, data.object.id),
  // The bank did not take the refund, so that less was given back than recorded.
  "refund.failed": async (context, { data: { object: refund } }) => {
    const chargeId = typeof refund.charge === "string" ? refund.charge : refund.charge?.id;
    if (chargeId) await followRefund(context, chargeId);
  },
  "charge.dispute.created": followDispute,
  "charge.dispute.updated": followDispute,
  "charge.dispute.closed": followDispute,
});

type WebhookEvent<T> = { data: { object: T } };

type OfCustomer = { customer?: string | { id: string } | null };

async function refreshCustomer(
  context: AppContext,
  { data: { object } }: WebhookEvent<object & OfCustomer>,
): Promise<void> {
  const { customer } = object;
  await refreshOf(context, typeof customer === "string" ? customer : customer?.id);
}

/**
 * Refreshes the customer that an event is about: the current state is read from the provider, so that events may arrive
 * twice and in any order. Customers of other installations are ignored.
 */
async function refreshOf(context: AppContext, customerId: string | undefined): Promise<void> {
  const memberId = customerId ? await findMemberOfCustomer(context.db, customerId) : null;
  if (memberId !== null) await shareRefresh(context, memberId);
}

/** Reads all plans, which a burst of events about them shares. */
async function refreshCatalogue(context: AppContext): Promise<void> {
  await context.inProgress.reads("plans", () => refreshPlans(context));
}

function followDispute(context: AppContext, { data }: WebhookEvent<Stripe.Dispute>): Promise<void> {
  return followMembershipDispute(context, data.object);
}
