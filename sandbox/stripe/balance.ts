import type Stripe from "stripe";
import { type Call, type Context, fromPath, platform } from "./call.ts";
import { newId } from "./ids.ts";
import { page } from "./lists.ts";
import { text } from "./params.ts";
import { availableOn, planPayout, scheduleOf, setUnpaid, unpaidOf } from "./payout-schedule.ts";

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
    available_on: entry.type === "payment" ? availableOn(context.clock.now(), delayOf(context)) : context.clock.now(),
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
  // A payout is not paid out again; the platform's own balance has no payouts here.
  if (context.objects.account !== platform && entry.type !== "payout") {
    setUnpaid(context, [...unpaidOf(context), movement.id]);
    planPayout(context);
  }
  return movement;
}

/** How many business days a connected account waits for a payment's money. */
const delayOf = (context: Context) => scheduleOf(context)?.delay_days ?? 0;

/** Stored as available and shown as pending until its date, so that no timer is needed for each. */
function withStatus(context: Context, movement: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return movement.available_on > context.clock.now() ? { ...movement, status: "pending" } : movement;
}

/** GET /v1/balance_transactions/:id, in pence. Throws 404 for an unknown id. */
export const retrieveBalanceTransaction = (call: Call): Stripe.BalanceTransaction =>
  withStatus(call.context, fromPath(call, "balance_transaction"));

/** GET /v1/balance_transactions, by type, source, currency and the payout that included them. */
export function listBalanceTransactions(call: Call): Stripe.ApiList<Stripe.BalanceTransaction> {
  const payout = text(call.params, "payout");
  const filters = { type: "type", source: "source", currency: "currency" };
  const found = page(call, "balance_transaction", filters, payout ? [paidIn(call.context, payout)] : []);
  return { ...found, data: found.data.map((one) => withStatus(call.context, one)) };
}

const contentsOf = (payout: string) => `payout-contents:${payout}`;

/** Remembers what a payout includes; the SDK's type of a balance transaction does not say which payout it belongs to. */
export function setPayoutContents(context: Context, payout: string, ids: string[]): void {
  context.store.setNote(contentsOf(payout), ids);
}

/** The condition for the balance transactions that were paid out together. */
function paidIn(context: Context, payout: string) {
  return { path: "id", among: context.store.note<string[]>(contentsOf(payout)) ?? [] };
}

/** The account's balance in pence, available or not; negative when it owes money. */
export function balanceOf(context: Context): number {
  return context.objects.find("balance_transaction").reduce((sum, one) => sum + one.net, 0);
}

/** GET /v1/balance. Pending is what becomes available later; both are in pence and may be negative. */
export function retrieveBalance(call: Call): Stripe.Balance {
  const { context } = call;
  const all = context.objects.find("balance_transaction");
  const sum = (waits: boolean) =>
    all.filter((one) => one.available_on > context.clock.now() === waits).reduce((total, one) => total + one.net, 0);
  const shown = (amount: number) => [{ amount, currency: "gbp", source_types: { card: amount } }];
  return { object: "balance", available: shown(sum(false)), livemode: false, pending: shown(sum(true)) };
}
