import type Stripe from "stripe";
import type { Desk } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";

const hour = 3600;
const day = 24 * hour;

/** How long a first payment may be outstanding, and a parked change may wait. */
export const patience = 23 * hour;
export const trialNotice = 3 * day;

/** The dates the clock acts on; the earliest wakes the renewals engine. */
function nextMoment(desk: Desk, subscription: Stripe.Subscription): number | null {
  const { status, trial_end: trialEnd, created } = subscription;
  if (status === "incomplete") return created + patience;
  if (!["trialing", "active", "past_due"].includes(status)) return null;
  const moments = [periodOf(subscription).end];
  if (subscription.cancel_at !== null) moments.push(subscription.cancel_at);
  if (subscription.pending_update) moments.push(subscription.pending_update.expires_at);
  if (status === "trialing" && trialEnd !== null && !desk.store.note(`trial-notice:${subscription.id}`)) {
    moments.push(trialEnd - trialNotice);
  }
  return Math.min(...moments);
}

/** Writes a subscription, sets its alarm and, given the earlier state, tells what changed. */
export function saveSubscription(
  desk: Desk,
  subscription: Stripe.Subscription,
  before?: Stripe.Subscription,
): Stripe.Subscription {
  desk.shelf.put(subscription);
  desk.store.setTimer(subscription.id, nextMoment(desk, subscription));
  if (before && JSON.stringify(before) !== JSON.stringify(subscription)) {
    emit(desk, "customer.subscription.updated", subscription, before);
  }
  return subscription;
}

export function cancellation(reason: "cancellation_requested" | "payment_failed" | null) {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

export function endSubscription(desk: Desk, before: Stripe.Subscription): Stripe.Subscription {
  const now = desk.clock.now();
  const ended: Stripe.Subscription = {
    ...before,
    status: "canceled",
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancel_at_period_end: false,
    pending_update: null,
    cancellation_details: before.cancellation_details ?? cancellation(null),
  };
  desk.shelf.put(ended);
  desk.store.setTimer(ended.id, null);
  for (const invoice of openInvoicesOf(desk, ended.id)) {
    desk.shelf.put({ ...invoice, auto_advance: false, next_payment_attempt: null });
    desk.store.setTimer(invoice.id, null);
  }
  emit(desk, "customer.subscription.deleted", ended);
  return ended;
}

export function subscriptionOf(desk: Desk, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id ? desk.shelf.get("subscription", id) : undefined;
}

export function invoicesOf(desk: Desk, subscription: string): Stripe.Invoice[] {
  const where = [{ path: "parent.subscription_details.subscription", is: subscription }];
  return desk.shelf.find("invoice", { where });
}

export function openInvoicesOf(desk: Desk, subscription: string): Stripe.Invoice[] {
  return invoicesOf(desk, subscription).filter((one) => one.status === "open" || one.status === "draft");
}

/** All items of a subscription share one period here; Stripe's own default is the same. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const [first] = subscription.items.data;
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
}

export function withPeriod(items: Stripe.SubscriptionItem[], period: { start: number; end: number }) {
  return items.map((one) => ({ ...one, current_period_start: period.start, current_period_end: period.end }));
}

/** A setup that a free first invoice asked for is done: the card may be charged later. */
export function clearPendingSetup(desk: Desk, setup: Stripe.SetupIntent): void {
  const owner = desk.store.note<string>(`setup-of:${setup.id}`);
  const before = owner ? desk.shelf.get("subscription", owner) : undefined;
  if (!before) return;
  const method = idOf(setup.payment_method);
  const own = method && !before.default_payment_method ? { default_payment_method: method } : {};
  saveSubscription(desk, { ...before, pending_setup_intent: null, ...own }, before);
}
