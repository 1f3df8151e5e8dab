import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";

const hour = 3600;
const day = 24 * hour;

/** How long a first payment or a pending update may stay unpaid. */
export const authenticationWindow = 23 * hour;
export const trialNotice = 3 * day;

/** The next time at which something is due for a subscription; null when nothing is. */
function nextMoment(context: Context, subscription: Stripe.Subscription): number | null {
  const { status, trial_end: trialEnd, created } = subscription;
  if (status === "incomplete") return created + authenticationWindow;
  if (!["trialing", "active", "past_due"].includes(status)) return null;
  const moments = [periodOf(subscription).end];
  if (subscription.cancel_at !== null) moments.push(subscription.cancel_at);
  if (subscription.pending_update) moments.push(subscription.pending_update.expires_at);
  if (status === "trialing" && trialEnd !== null && !context.store.note(`trial-notice:${subscription.id}`)) {
    moments.push(trialEnd - trialNotice);
  }
  return Math.min(...moments);
}

/** Stores a subscription, sets its timer and, given the previous state, emits the update event. */
export function saveSubscription(
  context: Context,
  subscription: Stripe.Subscription,
  before?: Stripe.Subscription,
): Stripe.Subscription {
  context.objects.put(subscription);
  context.store.setTimer(subscription.id, nextMoment(context, subscription));
  if (before && JSON.stringify(before) !== JSON.stringify(subscription)) {
    emit(context, "customer.subscription.updated", subscription, before);
  }
  return subscription;
}

/** Why a subscription ended or will end, without the customer's own words. */
export function cancellation(reason: "cancellation_requested" | "payment_failed" | null) {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

/** Cancels at once. Its open invoices stay, but nobody tries to collect them any more. */
export function endSubscription(context: Context, before: Stripe.Subscription): Stripe.Subscription {
  const now = context.clock.now();
  const ended: Stripe.Subscription = {
    ...before,
    status: "canceled",
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancel_at_period_end: false,
    pending_update: null,
    cancellation_details: before.cancellation_details ?? cancellation(null),
  };
  context.objects.put(ended);
  context.store.setTimer(ended.id, null);
  for (const invoice of openInvoicesOf(context, ended.id)) {
    context.objects.put({ ...invoice, auto_advance: false, next_payment_attempt: null });
    context.store.setTimer(invoice.id, null);
  }
  emit(context, "customer.subscription.deleted", ended);
  return ended;
}

/** The subscription that an invoice bills; undefined for one of another kind. */
export function subscriptionOf(context: Context, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id ? context.objects.get("subscription", id) : undefined;
}

/** All invoices of a subscription, in every status. */
export function invoicesOf(context: Context, subscription: string): Stripe.Invoice[] {
  const where = [{ path: "parent.subscription_details.subscription", is: subscription }];
  return context.objects.find("invoice", { where });
}

/** The invoices of a subscription that are neither paid nor given up, drafts among them. */
export function openInvoicesOf(context: Context, subscription: string): Stripe.Invoice[] {
  return invoicesOf(context, subscription).filter((one) => one.status === "open" || one.status === "draft");
}

/** All items of a subscription share one period here; Stripe's own default is the same. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const [first] = subscription.items.data;
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
}

/** The items with a new billing period, in Unix seconds. */
export function withPeriod(items: Stripe.SubscriptionItem[], period: { start: number; end: number }) {
  return items.map((one) => ({ ...one, current_period_start: period.start, current_period_end: period.end }));
}

/** Clears the pending setup intent of a subscription once it has succeeded. */
export function clearPendingSetup(context: Context, setup: Stripe.SetupIntent): void {
  const owner = context.store.note<string>(`setup-of:${setup.id}`);
  const before = owner ? context.objects.get("subscription", owner) : undefined;
  if (!before) return;
  const method = idOf(setup.payment_method);
  const own = method && !before.default_payment_method ? { default_payment_method: method } : {};
  saveSubscription(context, { ...before, pending_setup_intent: null, ...own }, before);
}
