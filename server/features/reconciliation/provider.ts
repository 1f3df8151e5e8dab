import type Stripe from "stripe";
import { idOf, installationOf } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";

// What the card provider knows of the money that moved since a moment.

/** A payment of an invoice as the provider has it, in pence. */
export type ProviderCharge = {
  id: string;
  intentId: string;
  created: number;
  amount: number;
  fee: number;
  transferred: number;
  refunded: number;
};

const expand = ["data.application_fee", "data.transfer"];

/** The charges of invoices that this installation made, less what was given back of fee and transfer. */
export async function chargesSince(context: AppContext, since: Date): Promise<ProviderCharge[]> {
  const found: ProviderCharge[] = [];
  const ours = installationOf(context);
  const created = { gte: secondsOf(since) };
  for await (const charge of context.cards.stripe.charges.list({ limit: 100, created, expand }))
    if (charge.status === "succeeded" && charge.metadata["installation"] === ours) found.push(chargeView(charge));
  return found;
}

/** The charge of one intent, whenever it was made; null when there is none. */
export async function chargeOfIntent({ cards }: AppContext, intent: string): Promise<ProviderCharge | null> {
  const { data } = await cards.stripe.charges.list({ payment_intent: intent, limit: 10, expand });
  const paid = data.find(({ status }) => status === "succeeded");
  return paid ? chargeView(paid) : null;
}

function chargeView(charge: Stripe.Charge): ProviderCharge {
  const [fee, transfer] = [expanded(charge.application_fee), expanded(charge.transfer)];
  const feeLeft = fee ? fee.amount - fee.amount_refunded : 0;
  const moved = transfer ? transfer.amount - transfer.amount_reversed : 0;
  return {
    id: charge.id,
    intentId: idOf(charge.payment_intent) ?? "",
    created: charge.created,
    amount: charge.amount,
    fee: feeLeft,
    transferred: moved - feeLeft,
    refunded: charge.amount_refunded,
  };
}

const expanded = <T extends { id: string }>(field: string | T | null | undefined): T | null =>
  typeof field === "object" ? (field ?? null) : null;

/** A paid bill of a membership, in pence. */
export type ProviderBill = {
  id: string;
  customer: string;
  subscription: string | null;
  amount: number;
  created: number;
};

/** The paid bills of memberships since a moment, also those of nothing, with which a free time begins. */
export async function paidBillsSince({ cards }: AppContext, since: Date): Promise<ProviderBill[]> {
  const found: ProviderBill[] = [];
  const created = { gte: secondsOf(since) };
  for await (const bill of cards.stripe.invoices.list({ status: "paid", limit: 100, created }))
    if (bill.id)
      found.push({
        id: bill.id,
        customer: idOf(bill.customer) ?? "",
        subscription: idOf(bill.parent?.subscription_details?.subscription),
        amount: bill.amount_due,
        created: bill.created,
      });
  return found;
}

const isCharging = ({ status }: Stripe.Subscription) => ["active", "trialing", "past_due"].includes(status);

/** The subscriptions of a customer that run, and so charge, there. */
export async function runningSubscriptions({ cards }: AppContext, customer: string): Promise<string[]> {
  const { data } = await cards.stripe.subscriptions.list({ customer, limit: 100 });
  return data.filter(isCharging).map(({ id }) => id);
}

/** The payouts of a connected account since a moment that were not sent back. */
export async function payoutsSince({ cards }: AppContext, stripeAccount: string, since: Date) {
  const found: { id: string; amount: number; created: number }[] = [];
  const created = { gte: secondsOf(since) };
  for await (const payout of cards.stripe.payouts.list({ limit: 100, created }, { stripeAccount }))
    if (payout.status !== "failed" && payout.status !== "canceled")
      found.push({ id: payout.id, amount: payout.amount, created: payout.created });
  return found;
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);
