import type Stripe from "stripe";
import { type Call, type Context, fromPath } from "./call.ts";
import { newId } from "./ids.ts";
import { page } from "./lists.ts";

type Entry = {
  amount: number;
  fee?: { amount: number; type: "stripe_fee" | "application_fee"; description: string };
  type: Stripe.BalanceTransaction["type"];
  source: string;
  currency: string;
  description?: string | null;
};

/** Stripe's price for a standard UK card, borne by the platform: 1.5 % and 20 pence. */
export function processingFee(amount: number): number {
  return Math.round(amount * 0.015) + 20;
}

/** Records a balance transaction of an account; `amount` is in pence, negative for money that leaves. */
export function book(context: Context, entry: Entry): Stripe.BalanceTransaction {
  const fee = entry.fee?.amount ?? 0;
  const movement: Stripe.BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount: entry.amount,
    available_on: context.clock.now(),
    balance_type: "payments",
    created: context.clock.now(),
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: entry.fee
      ? [
          {
            amount: fee,
            application: null,
            currency: entry.currency,
            description: entry.fee.description,
            type: entry.fee.type,
          },
        ]
      : [],
    net: entry.amount - fee,
    reporting_category: entry.type,
    source: entry.source,
    status: "available",
    type: entry.type,
  };
  context.objects.put(movement);
  return movement;
}

export const retrieveBalanceTransaction = (call: Call): Stripe.BalanceTransaction =>
  fromPath(call, "balance_transaction");

export function listBalanceTransactions(call: Call): Stripe.ApiList<Stripe.BalanceTransaction> {
  return page(call, "balance_transaction", { type: "type", source: "source", currency: "currency" });
}

export function balanceOf(context: Context): number {
  return context.objects.find("balance_transaction").reduce((sum, one) => sum + one.net, 0);
}

export function retrieveBalance(call: Call): Stripe.Balance {
  const amount = { amount: balanceOf(call.context), currency: "gbp", source_types: { card: balanceOf(call.context) } };
  return {
    object: "balance",
    available: [amount],
    livemode: false,
    pending: [{ amount: 0, currency: "gbp", source_types: { card: 0 } }],
  };
}
