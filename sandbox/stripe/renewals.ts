import type Stripe from "stripe";
import type { Desk } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { closeInvoice } from "./invoices.ts";
import { collect, finalizeInvoice } from "./invoicing.ts";
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
 * Lives through everything that is due, in order and each at its own date: renewals, retries, trials and
 * cancellations. One transaction per step, so that a kill between two steps loses neither.
 */
export function runDue(desk: Desk): number {
  let steps = 0;
  for (let due = desk.store.nextTimer(desk.clock.now()); due; due = desk.store.nextTimer(desk.clock.now())) {
    const { id, at } = due;
    desk.store.transaction(() => desk.clock.at(at, () => wake(desk, id)));
    steps += 1;
  }
  return steps;
}

function wake(desk: Desk, id: string): void {
  desk.store.setTimer(id, null);
  const subscription = desk.shelf.get("subscription", id);
  const invoice = desk.shelf.get("invoice", id);
  if (subscription) wakeSubscription(desk, subscription);
  else if (invoice) wakeInvoice(desk, invoice);
  else endRefund(desk, id);
}

function wakeSubscription(desk: Desk, subscription: Stripe.Subscription): void {
  const now = desk.clock.now();
  const { cancel_at: cancelAt, trial_end: trialEnd, pending_update: parked } = subscription;
  if (subscription.status === "incomplete") expire(desk, subscription);
  else if (parked && parked.expires_at <= now) dropChange(desk, subscription);
  else if (cancelAt !== null && cancelAt <= now) endSubscription(desk, subscription);
  else if (periodOf(subscription).end <= now) renew(desk, subscription);
  else if (trialEnd !== null && trialEnd - trialNotice <= now) noticeTrial(desk, subscription);
  else saveSubscription(desk, subscription);
}

function noticeTrial(desk: Desk, subscription: Stripe.Subscription): void {
  desk.store.setNote(`trial-notice:${subscription.id}`, true);
  emit(desk, "customer.subscription.trial_will_end", subscription);
  saveSubscription(desk, subscription);
}

/** A new period: its invoice stands as a draft for an hour and is charged then. */
function renew(desk: Desk, before: Stripe.Subscription): void {
  const { end: start } = periodOf(before);
  const [first] = before.items.data;
  const end = periodEnd(start, first?.price.recurring ?? null, before.billing_cycle_anchor);
  const items = { ...before.items, data: withPeriod(before.items.data, { start, end }) };
  const live = discountsOf(desk, before).map((one) => one.discount.id);
  for (const one of before.discounts) {
    const discount = desk.shelf.get("discount", idOf(one) ?? "");
    if (discount && !live.includes(discount.id)) emit(desk, "customer.discount.deleted", discount);
  }
  const status = before.status === "trialing" ? "active" : before.status;
  const renewed = saveSubscription(desk, { ...before, status, items, discounts: live }, before);
  const { invoice } = draftInvoice(desk, renewed, items.data.map(cycleLine), "subscription_cycle");
  const finalizesAt = desk.clock.now() + hour;
  desk.shelf.put({ ...invoice, automatically_finalizes_at: finalizesAt });
  desk.store.setTimer(invoice.id, finalizesAt);
}

function wakeInvoice(desk: Desk, invoice: Stripe.Invoice): void {
  const open = invoice.status === "draft" ? finalizeInvoice(desk, invoice) : invoice;
  if (open.status === "open") collect(desk, open, { present: false, scheduled: true });
}

/** A first payment that nobody finished within 23 hours: the subscription is over before it began. */
function expire(desk: Desk, before: Stripe.Subscription): void {
  const expired: Stripe.Subscription = { ...before, status: "incomplete_expired", ended_at: desk.clock.now() };
  for (const invoice of openInvoicesOf(desk, before.id)) {
    if (invoice.status === "open") closeInvoice(desk, invoice, "void");
  }
  saveSubscription(desk, expired, before);
}

function dropChange(desk: Desk, before: Stripe.Subscription): void {
  const parked = desk.store.note<{ invoice: string }>(`parked:${before.id}`);
  const invoice = parked && desk.shelf.get("invoice", parked.invoice);
  desk.store.dropNote(`parked:${before.id}`);
  if (invoice?.status === "open") closeInvoice(desk, invoice, "void");
  saveSubscription(desk, { ...before, pending_update: null }, before);
}
