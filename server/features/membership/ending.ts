import type Stripe from "stripe";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";

/** Whether the provider has ended a subscription for good: nothing of it can be cancelled or charged any more. */
export const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

/** Cancels a subscription at once, paid or not, and voids its open bills. Safe to run again from any point. */
export async function endAtProvider(context: AppContext, { id }: Stripe.Subscription): Promise<void> {
  await voidOpenBills(context, id);
  await unlessRefused(context.cards.stripe.subscriptions.cancel(id));
}

/**
 * The same for a subscription that is not paid. False, and then it goes on, when it was paid since it was read: by the
 * holder at the bank's page, or by a later try of the card. Safe to run again from any point.
 */
export async function endUnpaid(context: AppContext, { id, status }: Stripe.Subscription): Promise<boolean> {
  const { subscriptions } = context.cards.stripe;
  const bills = await voidOpenBills(context, id);
  if (bills.some((bill) => bill.status === "paid")) return false;
  // Nothing was open, so it may have been paid before. What we have voided ourselves cannot be paid any more.
  if (bills.length === 0) {
    const now = await subscriptions.retrieve(id);
    if (!isOver(now) && now.status !== status) return false;
  }
  await unlessRefused(subscriptions.cancel(id));
  return true;
}

/** The bills that were open, as they are now. */
async function voidOpenBills(context: AppContext, subscription: string): Promise<Stripe.Invoice[]> {
  const bills: Stripe.Invoice[] = [];
  for await (const bill of context.cards.stripe.invoices.list({ subscription, status: "open", limit: 100 }))
    bills.push(await voidBill(context, bill));
  return bills;
}

/** Voids a bill, so that nobody pays it any more; the bill as it is then, which may be paid where the provider refuses. */
export async function voidBill({ cards }: AppContext, bill: Stripe.Invoice): Promise<Stripe.Invoice> {
  if (!bill.id) return bill;
  return (await unlessRefused(cards.stripe.invoices.voidInvoice(bill.id))) ?? cards.stripe.invoices.retrieve(bill.id);
}

async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });
}
