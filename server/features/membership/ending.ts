import type Stripe from "stripe";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";

/** Whether the provider has ended a subscription for good: nothing of it can be cancelled or charged any more. */
export const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

/** Cancels a subscription at once and voids its open bills. Safe to run again from any point. */
export async function endAtProvider(context: AppContext, subscription: Stripe.Subscription): Promise<void> {
  const { stripe } = context.cards;
  for await (const bill of stripe.invoices.list({ subscription: subscription.id, status: "open", limit: 100 }))
    await voidBill(context, bill);
  await unlessRefused(stripe.subscriptions.cancel(subscription.id));
}

/** Voids a bill, so that nobody pays it any more; the bill as it is then, which stays open where the provider refuses. */
export async function voidBill({ cards }: AppContext, bill: Stripe.Invoice): Promise<Stripe.Invoice> {
  return (bill.id && (await unlessRefused(cards.stripe.invoices.voidInvoice(bill.id)))) || bill;
}

async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });
}
