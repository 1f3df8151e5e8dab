import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { cardProblem } from "./cards.ts";
import type { Attempt } from "./charging.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import type { Applied, LineDraft } from "./invoice-maths.ts";
import { shapeInvoice } from "./invoice-shape.ts";
import { collect, defaultMethod, finalizeInvoice, intentOf } from "./invoicing.ts";
import { present } from "./present.ts";
import { invalid } from "./problems.ts";
import { blankSetup, needsAuthentication, requireAction } from "./setup-intents.ts";
import { type Change, cycleLine } from "./subscription-change.ts";
import { authenticationWindow, periodOf, saveSubscription } from "./subscription-state.ts";

export type Behavior = "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete";
export type BillingOptions = { behavior: Behavior; onSession: boolean };
type Bill = BillingOptions & { lines: LineDraft[]; reason: Stripe.Invoice.BillingReason };

/** The discounts of a subscription that have not ended, with their coupons. */
export function discountsOf(context: Context, subscription: Stripe.Subscription): Applied[] {
  const now = context.clock.now();
  return subscription.discounts.flatMap((one) => {
    const discount = context.objects.get("discount", idOf(one) ?? "");
    const coupon = discount && context.objects.get("coupon", idOf(discount.source.coupon) ?? "");
    return discount && coupon && (discount.end === null || discount.end > now) ? [{ discount, coupon }] : [];
  });
}

/** Creates the draft invoice of a subscription and removes discounts of duration `once` that it used. */
export function draftInvoice(
  context: Context,
  before: Stripe.Subscription,
  lines: LineDraft[],
  reason: Stripe.Invoice.BillingReason,
) {
  const customer = present(context.objects.get("customer", idOf(before.customer)), "the customer");
  const applied = discountsOf(context, before);
  const pending = takePending(context, before.id);
  const invoice = shapeInvoice(context, {
    customer,
    subscription: before,
    reason,
    lines: [...pending, ...lines],
    applied,
  });
  context.objects.put(invoice);
  emit(context, "invoice.created", invoice);
  const kept = applied.filter(
    ({ discount, coupon }) => coupon.duration !== "once" || !invoice.discounts.includes(discount.id),
  );
  const subscription = saveSubscription(
    context,
    { ...before, latest_invoice: invoice.id, discounts: kept.map((one) => one.discount.id) },
    before,
  );
  return { invoice, subscription };
}

/** Bills the first invoice at once; the subscription becomes active when it is paid. */
export function firstBill(
  context: Context,
  subscription: Stripe.Subscription,
  options: BillingOptions,
): Stripe.Subscription {
  const lines =
    subscription.status === "trialing"
      ? subscription.items.data.map(trialLine)
      : subscription.items.data.map(cycleLine);
  const before = billSubscription(context, subscription, { ...options, lines, reason: "subscription_create" });
  return before.status === "incomplete" ? before : withPendingSetup(context, before, options);
}

function trialLine(item: Stripe.SubscriptionItem): LineDraft {
  const line = cycleLine(item);
  return { ...line, amount: 0, description: `Trial period for ${item.price.nickname ?? item.price.id}` };
}

/**
 * Finalises and collects an invoice now. The payment behaviour decides what an unpaid one means:
 * error_if_incomplete throws, which rolls back the transaction.
 */
export function billSubscription(context: Context, before: Stripe.Subscription, bill: Bill): Stripe.Subscription {
  const { invoice: draft, subscription } = draftInvoice(context, before, bill.lines, bill.reason);
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === "open") payOrWait(context, subscription, invoice, bill);
  return present(context.objects.get("subscription", before.id), "the subscription");
}

function payOrWait(context: Context, subscription: Stripe.Subscription, invoice: Stripe.Invoice, bill: Bill): void {
  if (bill.behavior === "default_incomplete") {
    intentOf(context, invoice);
    if (subscription.status === "active")
      saveSubscription(context, { ...subscription, status: "past_due" }, subscription);
    return;
  }
  if (!defaultMethod(context, invoice)) {
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      undefined,
      "resource_missing",
    );
  }
  // A first payment is completed by the browser; a change's is retried like a renewal's.
  const attempt = collect(context, invoice, {
    onSession: bill.onSession,
    scheduled: bill.reason !== "subscription_create",
  });
  if (bill.behavior === "error_if_incomplete") throwIfUnpaid(attempt);
}

function throwIfUnpaid({ intent, refusal }: Attempt): void {
  if (refusal) throw cardProblem(refusal);
  if (intent.status !== "requires_action") return;
  throw cardProblem({
    code: "subscription_payment_intent_requires_action",
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.",
  });
}

/** A free first invoice charges nothing, so a setup intent carries the card's authentication. */
function withPendingSetup(context: Context, before: Stripe.Subscription, options: BillingOptions): Stripe.Subscription {
  const invoice = context.objects.get("invoice", idOf(before.latest_invoice) ?? "");
  if (!invoice || invoice.amount_due > 0 || !options.onSession) return before;
  const method = defaultMethod(context, invoice);
  const setup: Stripe.SetupIntent = {
    ...blankSetup(context, idOf(before.customer)),
    payment_method: method,
    status: method ? "requires_confirmation" : "requires_payment_method",
  };
  const mustAuthenticate = needsAuthentication(context, setup);
  if (!mustAuthenticate && options.behavior !== "default_incomplete") return before;
  context.objects.put(setup);
  context.store.setNote(`setup-of:${setup.id}`, before.id);
  emit(context, "setup_intent.created", setup);
  if (mustAuthenticate && options.behavior !== "default_incomplete") requireAction(context, setup, null);
  return saveSubscription(context, { ...before, pending_setup_intent: setup.id }, before);
}

/** Applies a change of items: invoices it now, leaves its lines for the next invoice, or keeps it pending until paid. */
export function applyChange(
  context: Context,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
  change: Change,
  options: BillingOptions,
): Stripe.Subscription {
  const items = { ...after.items, data: change.items };
  const moved = { items, billing_cycle_anchor: change.anchor, ...endOf(after, change) };
  const changed: Stripe.Subscription = { ...after, ...moved };
  const bill = { ...options, lines: change.lines, reason: "subscription_update" as const };
  if (!change.invoiceNow || !change.lines.length) {
    addPending(context, before.id, change.lines);
    return saveSubscription(context, changed, before);
  }
  if (options.behavior !== "pending_if_incomplete") {
    saveSubscription(context, changed, before);
    return billSubscription(context, changed, bill);
  }
  const expires = context.clock.now() + authenticationWindow;
  const pendingUpdate: Stripe.Subscription.PendingUpdate = {
    billing_cycle_anchor: change.restarted ? change.anchor : null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    metadata: null,
    expires_at: expires,
    subscription_items: change.items,
    trial_end: null,
    trial_from_plan: null,
  };
  const pending = saveSubscription(context, { ...after, pending_update: pendingUpdate }, before);
  const { invoice: draft } = draftInvoice(context, pending, bill.lines, bill.reason);
  context.store.setNote(`pending-update:${before.id}`, { ...moved, invoice: draft.id });
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === "open") collect(context, invoice, { onSession: options.onSession });
  return present(context.objects.get("subscription", before.id), "the subscription");
}

/** A cancellation at the period's end moves with a period that the change restarts. */
function endOf(subscription: Stripe.Subscription, change: Change) {
  if (!subscription.cancel_at_period_end) return {};
  return { cancel_at: periodOf({ ...subscription, items: { ...subscription.items, data: change.items } }).end };
}

/** Lines that wait for the subscription's next invoice, such as prorations. */
export function pendingLines(context: Context, subscription: string): LineDraft[] {
  return context.store.note<LineDraft[]>(`pending-lines:${subscription}`) ?? [];
}

function addPending(context: Context, subscription: string, lines: LineDraft[]): void {
  if (lines.length)
    context.store.setNote(`pending-lines:${subscription}`, [...pendingLines(context, subscription), ...lines]);
}

function takePending(context: Context, subscription: string): LineDraft[] {
  const lines = pendingLines(context, subscription);
  if (lines.length) context.store.dropNote(`pending-lines:${subscription}`);
  return lines;
}
