import type Stripe from "stripe";
import { type Context, contextFor } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { closeInvoice } from "./invoices.ts";
import { collect, finalizeInvoice } from "./invoicing.ts";
import { arrive, payOut } from "./payouts.ts";
import { periodEnd } from "./periods.ts";
import { endRefund } from "./refunds.ts";
import { discountsOf, draftInvoice } from "./subscription-billing.ts";
import { cycleLine } from "./subscription-change.ts";
import {
  endSubscription,
  openInvoicesOf,
  periodOf,
  saveSubscription,
  trialNotice,
  withPeriod,
} from "./subscription-state.ts";

const hour = 3600;

/**
 * Runs every due timer in order and at its own date: renewals, retries, ends of trials and cancellations. One transaction
 * each, so that a killed process loses none.
 */
export function runDueTimers(context: Context): number {
  let steps = 0;
  for (
    let due = context.store.nextTimer(context.clock.now());
    due;
    due = context.store.nextTimer(context.clock.now())
  ) {
    const { id, at } = due;
    context.store.transaction(() => context.clock.at(at, () => runTimer(context, id)));
    steps += 1;
  }
  return steps;
}

function runTimer(context: Context, id: string): void {
  context.store.setTimer(id, null);
  const [kind, account = "", payout = ""] = id.split(":");
  const subscription = context.objects.get("subscription", id);
  const invoice = context.objects.get("invoice", id);
  if (kind === "payouts") payOut(contextFor(context, account));
  else if (kind === "arrival") arrive(contextFor(context, account), payout);
  else if (subscription) advanceSubscription(context, subscription);
  else if (invoice) advanceInvoice(context, invoice);
  else endRefund(context, id);
}

function advanceSubscription(context: Context, subscription: Stripe.Subscription): void {
  const now = context.clock.now();
  const { cancel_at: cancelAt, trial_end: trialEnd, pending_update: pending } = subscription;
  if (subscription.status === "incomplete") expire(context, subscription);
  else if (pending && pending.expires_at <= now) dropPendingUpdate(context, subscription);
  else if (cancelAt !== null && cancelAt <= now) endSubscription(context, subscription);
  else if (periodOf(subscription).end <= now) renew(context, subscription);
  else if (trialEnd !== null && trialEnd - trialNotice <= now) announceTrialEnd(context, subscription);
  else saveSubscription(context, subscription);
}

function announceTrialEnd(context: Context, subscription: Stripe.Subscription): void {
  context.store.setNote(`trial-notice:${subscription.id}`, true);
  emit(context, "customer.subscription.trial_will_end", subscription);
  saveSubscription(context, subscription);
}

/** Starts a new period; its invoice stays a draft for an hour and is then finalised and collected. */
function renew(context: Context, before: Stripe.Subscription): void {
  const { end: start } = periodOf(before);
  const [first] = before.items.data;
  const end = periodEnd(start, first?.price.recurring ?? null, before.billing_cycle_anchor);
  const items = { ...before.items, data: withPeriod(before.items.data, { start, end }) };
  const validDiscounts = discountsOf(context, before).map((one) => one.discount.id);
  for (const one of before.discounts) {
    const discount = context.objects.get("discount", idOf(one) ?? "");
    if (discount && !validDiscounts.includes(discount.id)) emit(context, "customer.discount.deleted", discount);
  }
  const status = before.status === "trialing" ? "active" : before.status;
  const renewed = saveSubscription(context, { ...before, status, items, discounts: validDiscounts }, before);
  const { invoice } = draftInvoice(context, renewed, items.data.map(cycleLine), "subscription_cycle");
  const finalizesAt = context.clock.now() + hour;
  context.objects.put({ ...invoice, automatically_finalizes_at: finalizesAt });
  context.store.setTimer(invoice.id, finalizesAt);
}

function advanceInvoice(context: Context, invoice: Stripe.Invoice): void {
  const open = invoice.status === "draft" ? finalizeInvoice(context, invoice) : invoice;
  if (open.status === "open") collect(context, open, { onSession: false, scheduled: true });
}

/** Expires a subscription whose first payment was not completed within 23 hours. */
function expire(context: Context, before: Stripe.Subscription): void {
  const expired: Stripe.Subscription = { ...before, status: "incomplete_expired", ended_at: context.clock.now() };
  for (const invoice of openInvoicesOf(context, before.id)) {
    if (invoice.status === "open") closeInvoice(context, invoice, "void");
  }
  saveSubscription(context, expired, before);
}

function dropPendingUpdate(context: Context, before: Stripe.Subscription): void {
  const pending = context.store.note<{ invoice: string }>(`pending-update:${before.id}`);
  const invoice = pending && context.objects.get("invoice", pending.invoice);
  context.store.dropNote(`pending-update:${before.id}`);
  if (invoice?.status === "open") closeInvoice(context, invoice, "void");
  saveSubscription(context, { ...before, pending_update: null }, before);
}
