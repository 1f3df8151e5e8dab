import type Stripe from "stripe";
import { accountNamed, requireBankAccount } from "./accounts.ts";
import { book, setPayoutContents } from "./balance.ts";
import { type Call, type Context, contextFor, fromPath } from "./call.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { page } from "./lists.ts";
import { nextBusinessDay, planPayout, setUnpaid, unpaidOf } from "./payout-schedule.ts";

/**
 * Runs the timer of a connected account's schedule: everything that is available goes into one payout. A balance of
 * nothing or less makes none, and is carried on to the next date, as at Stripe.
 */
export function payOut(context: Context): void {
  const now = context.clock.now();
  const due = unpaidOf(context)
    .map((id) => context.objects.get("balance_transaction", id))
    .filter((one) => one !== undefined)
    .filter((one) => one.available_on <= now);
  const amount = due.reduce((sum, one) => sum + one.net, 0);
  if (amount > 0 && accountNamed(context, context.objects.account)?.payouts_enabled) {
    const id = newId("po");
    const movement = book(context, { amount: -amount, type: "payout", source: id, currency: "gbp" });
    const payout = blankPayout(context, id, amount, movement.id);
    const included = due.map((one) => one.id);
    setPayoutContents(context, id, [...included, movement.id]);
    setUnpaid(
      context,
      unpaidOf(context).filter((one) => !included.includes(one)),
    );
    context.objects.put(payout);
    emit(context, "payout.created", payout);
    emit(context, "payout.reconciliation_completed", payout);
    context.store.setTimer(`arrival:${context.objects.account}:${id}`, payout.arrival_date);
  }
  planPayout(context);
}

function blankPayout(context: Context, id: string, amount: number, movement: string): Stripe.Payout {
  const now = context.clock.now();
  return {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nextBusinessDay(now),
    automatic: true,
    balance_transaction: movement,
    created: now,
    currency: "gbp",
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
  };
}

/** A payout reaches its bank, which takes it unless the account there is closed. */
export function arrive(context: Context, id: string): void {
  const before = context.objects.get("payout", id);
  if (before?.status !== "in_transit") return;
  if (isBankClosed(context)) {
    fail(context, before);
    return;
  }
  const payout: Stripe.Payout = { ...before, status: "paid", trace_id: { status: "unsupported", value: null } };
  context.objects.put(payout);
  emit(context, "payout.updated", payout, before);
  emit(context, "payout.paid", payout);
}

/**
 * The bank sends a payout back, which may be days after it was shown as paid: the money is in the balance again, as a
 * transaction of its own, and Stripe pays nothing more until the holder has given another bank account.
 */
function fail(context: Context, before: Stripe.Payout): void {
  const { amount, currency, id: source } = before;
  const back = book(context, { amount, type: "payout_failure", source, currency });
  const payout: Stripe.Payout = {
    ...before,
    status: "failed",
    failure_balance_transaction: back.id,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    trace_id: { status: "unsupported", value: null },
  };
  context.objects.put(payout);
  emit(context, "payout.updated", payout, before);
  emit(context, "payout.failed", payout);
  requireBankAccount(context, context.objects.account);
  planPayout(context);
}

const bankOf = (account: string) => `bank-closed:${account}`;
const isBankClosed = (context: Context) => context.store.note<boolean>(bankOf(context.objects.account)) === true;

/** The bank of a connected account closes it; `returnLast` sends the last payout back. */
export function closeBank(context: Context, account: string, { returnLast }: { returnLast: boolean }): void {
  const scoped = contextFor(context, account);
  context.store.setNote(bankOf(account), true);
  const [last] = scoped.objects.find("payout", { where: [{ path: "status", is: "paid" }], limit: 1 });
  if (returnLast && last) fail(scoped, last);
}

/** The holder of a connected account gives another bank. */
export function openBank(context: Context, account: string): void {
  context.store.setNote(bankOf(account), false);
  planPayout(contextFor(context, account));
}

/** GET /v1/payouts/:id. Throws 404 for an unknown id. */
export const retrievePayout = (call: Call): Stripe.Payout => fromPath(call, "payout", "payout");

/** GET /v1/payouts, by status and destination. */
export function listPayouts(call: Call): Stripe.ApiList<Stripe.Payout> {
  return page(call, "payout", { status: "status", destination: "destination" });
}
