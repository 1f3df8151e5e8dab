import type Stripe from "stripe";
import type { Desk } from "./call.ts";
import { cardProblem } from "./cards.ts";
import type { Attempt } from "./charging.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import type { Applied, LineDraft } from "./invoice-maths.ts";
import { shapeInvoice } from "./invoice-shape.ts";
import { collect, defaultMethod, finalizeInvoice, intentOf } from "./invoicing.ts";
import { invalid } from "./problems.ts";
import { askHolder, blankSetup, needsHolder } from "./setup-intents.ts";
import { type Change, cycleLine } from "./subscription-change.ts";
import { patience, periodOf, saveSubscription } from "./subscription-state.ts";

export type Behavior = "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete";
export type How = { behavior: Behavior; present: boolean };
type Bill = How & { lines: LineDraft[]; reason: Stripe.Invoice.BillingReason };

/** The discounts of a subscription that still count at this moment, with their coupons. */
export function discountsOf(desk: Desk, subscription: Stripe.Subscription): Applied[] {
  const now = desk.clock.now();
  return subscription.discounts.flatMap((one) => {
    const discount = desk.shelf.get("discount", idOf(one) ?? "");
    const coupon = discount && desk.shelf.get("coupon", idOf(discount.source.coupon) ?? "");
    return discount && coupon && (discount.end === null || discount.end > now) ? [{ discount, coupon }] : [];
  });
}

/** Writes the draft invoice of a subscription and spends discounts that work once. */
export function draftInvoice(
  desk: Desk,
  before: Stripe.Subscription,
  lines: LineDraft[],
  reason: Stripe.Invoice.BillingReason,
) {
  const customer = desk.shelf.get("customer", idOf(before.customer) as string) as Stripe.Customer;
  const applied = discountsOf(desk, before);
  const pending = takePending(desk, before.id);
  const invoice = shapeInvoice(desk, {
    customer,
    subscription: before,
    reason,
    lines: [...pending, ...lines],
    applied,
  });
  desk.shelf.put(invoice);
  emit(desk, "invoice.created", invoice);
  const kept = applied.filter(
    ({ discount, coupon }) => coupon.duration !== "once" || !invoice.discounts.includes(discount.id),
  );
  const subscription = saveSubscription(
    desk,
    { ...before, latest_invoice: invoice.id, discounts: kept.map((one) => one.discount.id) },
    before,
  );
  return { invoice, subscription };
}

/** The first invoice: at once, and the subscription's life depends on it. */
export function firstBill(desk: Desk, subscription: Stripe.Subscription, how: How): Stripe.Subscription {
  const lines =
    subscription.status === "trialing"
      ? subscription.items.data.map(trialLine)
      : subscription.items.data.map(cycleLine);
  const before = billSubscription(desk, subscription, { ...how, lines, reason: "subscription_create" });
  return before.status === "incomplete" ? before : withPendingSetup(desk, before, how);
}

function trialLine(item: Stripe.SubscriptionItem): LineDraft {
  const line = cycleLine(item);
  return { ...line, amount: 0, description: `Trial period for ${item.price.nickname ?? item.price.id}` };
}

/**
 * Finalises and collects an invoice now. What an unpaid one means is the payment behaviour's choice:
 * error_if_incomplete throws, and the transaction takes everything back.
 */
export function billSubscription(desk: Desk, before: Stripe.Subscription, bill: Bill): Stripe.Subscription {
  const { invoice: draft, subscription } = draftInvoice(desk, before, bill.lines, bill.reason);
  const invoice = finalizeInvoice(desk, draft);
  if (invoice.status === "open") payOrWait(desk, subscription, invoice, bill);
  return desk.shelf.get("subscription", before.id) as Stripe.Subscription;
}

function payOrWait(desk: Desk, subscription: Stripe.Subscription, invoice: Stripe.Invoice, bill: Bill): void {
  if (bill.behavior === "default_incomplete") {
    intentOf(desk, invoice);
    if (subscription.status === "active") saveSubscription(desk, { ...subscription, status: "past_due" }, subscription);
    return;
  }
  if (!defaultMethod(desk, invoice)) {
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      undefined,
      "resource_missing",
    );
  }
  // A first payment is the browser's to finish; a change's is retried like a renewal's.
  const attempt = collect(desk, invoice, {
    present: bill.present,
    scheduled: bill.reason !== "subscription_create",
  });
  if (bill.behavior === "error_if_incomplete") orRefuse(attempt);
}

function orRefuse({ intent, refusal }: Attempt): void {
  if (refusal) throw cardProblem(refusal);
  if (intent.status !== "requires_action") return;
  throw cardProblem({
    code: "subscription_payment_intent_requires_action",
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.",
  });
}

/** A free first invoice charges nothing, so the card's authentication travels on a setup intent. */
function withPendingSetup(desk: Desk, before: Stripe.Subscription, how: How): Stripe.Subscription {
  const invoice = desk.shelf.get("invoice", idOf(before.latest_invoice) ?? "");
  if (!invoice || invoice.amount_due > 0 || !how.present) return before;
  const method = defaultMethod(desk, invoice);
  const setup: Stripe.SetupIntent = {
    ...blankSetup(desk, idOf(before.customer)),
    payment_method: method,
    status: method ? "requires_confirmation" : "requires_payment_method",
  };
  const asked = needsHolder(desk, setup);
  if (!asked && how.behavior !== "default_incomplete") return before;
  desk.shelf.put(setup);
  desk.store.setNote(`setup-of:${setup.id}`, before.id);
  emit(desk, "setup_intent.created", setup);
  if (asked && how.behavior !== "default_incomplete") askHolder(desk, setup, null);
  return saveSubscription(desk, { ...before, pending_setup_intent: setup.id }, before);
}

/** Carries out a change of items: bills it now, leaves its lines for the next invoice, or parks it until it is paid. */
export function parkOrBill(
  desk: Desk,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
  change: Change,
  how: How,
): Stripe.Subscription {
  const items = { ...after.items, data: change.items };
  const moved = { items, billing_cycle_anchor: change.anchor, ...endOf(after, change) };
  const changed: Stripe.Subscription = { ...after, ...moved };
  const bill = { ...how, lines: change.lines, reason: "subscription_update" as const };
  if (!change.invoiceNow || !change.lines.length) {
    addPending(desk, before.id, change.lines);
    return saveSubscription(desk, changed, before);
  }
  if (how.behavior !== "pending_if_incomplete") {
    saveSubscription(desk, changed, before);
    return billSubscription(desk, changed, bill);
  }
  const expires = desk.clock.now() + patience;
  const pendingUpdate = {
    billing_cycle_anchor: change.restarted ? change.anchor : null,
    expires_at: expires,
    subscription_items: change.items,
    trial_end: null,
    trial_from_plan: null,
  } as Stripe.Subscription.PendingUpdate;
  const parked = saveSubscription(desk, { ...after, pending_update: pendingUpdate }, before);
  const { invoice: draft } = draftInvoice(desk, parked, bill.lines, bill.reason);
  desk.store.setNote(`parked:${before.id}`, { ...moved, invoice: draft.id });
  const invoice = finalizeInvoice(desk, draft);
  if (invoice.status === "open") collect(desk, invoice, { present: how.present });
  return desk.shelf.get("subscription", before.id) as Stripe.Subscription;
}

/** A cancellation at the period's end follows the period when the change restarts it. */
function endOf(subscription: Stripe.Subscription, change: Change) {
  if (!subscription.cancel_at_period_end) return {};
  return { cancel_at: periodOf({ ...subscription, items: { ...subscription.items, data: change.items } }).end };
}

export function pendingLines(desk: Desk, subscription: string): LineDraft[] {
  return desk.store.note<LineDraft[]>(`pending-lines:${subscription}`) ?? [];
}

function addPending(desk: Desk, subscription: string, lines: LineDraft[]): void {
  if (lines.length)
    desk.store.setNote(`pending-lines:${subscription}`, [...pendingLines(desk, subscription), ...lines]);
}

function takePending(desk: Desk, subscription: string): LineDraft[] {
  const lines = pendingLines(desk, subscription);
  if (lines.length) desk.store.dropNote(`pending-lines:${subscription}`);
  return lines;
}
