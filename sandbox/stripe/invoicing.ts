import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { type Attempt, attemptPayment, blankIntent } from "./charging.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { applyBalance } from "./invoice-maths.ts";
import { present } from "./present.ts";
import {
  cancellation,
  endSubscription,
  openInvoicesOf,
  saveSubscription,
  subscriptionOf,
} from "./subscription-state.ts";

const day = 86_400;

/** When a failed renewal is tried again, counted from each failure; after the last the subscription ends. */
const retryAfter = [3 * day, 5 * day, 7 * day];

/** Finalises a draft: it gets its number, the customer's balance is applied, and it is paid at once when nothing is due. */
export function finalizeInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const now = context.clock.now();
  const customer = present(context.objects.get("customer", present(idOf(draft.customer))), "the customer");
  const sequence = customer.next_invoice_sequence ?? 1;
  // The balance may have changed since a renewal's draft was created an hour ago.
  const { due, balanceAfter } = applyBalance(draft.total, customer.balance);
  context.objects.put({
    ...customer,
    balance: balanceAfter,
    currency: customer.currency ?? draft.currency,
    next_invoice_sequence: sequence + 1,
  });
  const page = `${context.origin}/invoices/${draft.id}`;
  const invoice: Stripe.Invoice = {
    ...draft,
    status: "open",
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
    ending_balance: balanceAfter,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    effective_at: now,
    automatically_finalizes_at: null,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  context.objects.put(invoice);
  context.store.setTimer(invoice.id, null);
  emit(context, "invoice.finalized", invoice);
  return invoice.amount_due === 0 ? payInvoice(context, invoice, null) : invoice;
}

/** The payment intent of an open invoice: created once and reused by every attempt. */
export function intentOf(context: Context, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const known = context.store.note<string>(`intent-of:${invoice.id}`);
  const found = known ? context.objects.get("payment_intent", known) : undefined;
  return found ?? makeIntent(context, invoice);
}

function makeIntent(context: Context, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const method = defaultMethod(context, invoice);
  const intent: Stripe.PaymentIntent = {
    ...blankIntent(context, invoice.amount_due, invoice.currency),
    customer: idOf(invoice.customer),
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    setup_future_usage: invoice.parent?.subscription_details ? "off_session" : null,
    payment_method: method,
    status: method ? "requires_confirmation" : "requires_payment_method",
  };
  const payment: Stripe.InvoicePayment = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: context.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  context.objects.put(intent);
  context.objects.put(payment);
  context.store.setNote(`intent-of:${invoice.id}`, intent.id);
  context.store.setNote(`invoice-of:${intent.id}`, { invoice: invoice.id, payment: payment.id });
  emit(context, "payment_intent.created", intent);
  return intent;
}

/** Which card an invoice is charged to, in Stripe's order. */
export function defaultMethod(context: Context, invoice: Stripe.Invoice): string | null {
  const subscription = subscriptionOf(context, invoice);
  const customer = context.objects.get("customer", idOf(invoice.customer) ?? "");
  return (
    idOf(subscription?.default_payment_method) ??
    idOf(subscription?.default_source) ??
    idOf(customer?.invoice_settings.default_payment_method) ??
    idOf(customer?.default_source)
  );
}

type CollectionOptions = { onSession: boolean; method?: string | null; scheduled?: boolean };

/** Collects an open invoice; a `scheduled` attempt counts towards the limit and schedules the next retry. */
export function collect(context: Context, invoice: Stripe.Invoice, options: CollectionOptions): Attempt {
  const intent = intentOf(context, invoice);
  const method = options.method ?? defaultMethod(context, invoice);
  const attempt = attemptPayment(
    context,
    { ...intent, payment_method: method },
    { onSession: options.onSession, mayAuthenticate: true },
  );
  settleIntent(context, attempt, options);
  return attempt;
}

/** Updates the invoice of an intent, if it has one, after the intent succeeded, requires action or was declined. */
export function settleIntent(
  context: Context,
  { intent, refusal }: Attempt,
  { scheduled = false }: Pick<CollectionOptions, "scheduled"> = {},
): void {
  const link = context.store.note<{ invoice: string }>(`invoice-of:${intent.id}`);
  const invoice = link && context.objects.get("invoice", link.invoice);
  if (invoice?.status !== "open") return;
  if (intent.status === "succeeded") payInvoice(context, invoice, intent);
  else if (intent.status === "requires_action") awaitAction(context, invoice, scheduled);
  else if (refusal) failInvoice(context, invoice, scheduled);
}

/** Marks an invoice as paid, by the intent or, with null, without a payment; activates its subscription. */
export function payInvoice(
  context: Context,
  before: Stripe.Invoice,
  intent: Stripe.PaymentIntent | null,
): Stripe.Invoice {
  const now = context.clock.now();
  const invoice: Stripe.Invoice = {
    ...before,
    status: "paid",
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: intent ? before.attempt_count + 1 : before.attempt_count,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...before.status_transitions, paid_at: now },
  };
  context.objects.put(invoice);
  context.store.setTimer(invoice.id, null);
  if (intent) markPaid(context, invoice, intent);
  emit(context, "invoice.paid", invoice, before);
  if (intent) emit(context, "invoice.payment_succeeded", invoice, before);
  activateSubscription(context, invoice, intent);
  return invoice;
}

function markPaid(context: Context, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const link = context.store.note<{ payment: string }>(`invoice-of:${intent.id}`);
  const payment = link && context.objects.get("invoice_payment", link.payment);
  if (!payment) return;
  const transitions = { canceled_at: null, paid_at: context.clock.now() };
  const paid = { ...payment, status: "paid", amount_paid: invoice.amount_due, status_transitions: transitions };
  context.objects.put(paid);
  emit(context, "invoice_payment.paid", paid);
}

/** A paid invoice activates its subscription and applies the pending update that it was for. */
function activateSubscription(context: Context, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): void {
  const before = subscriptionOf(context, invoice);
  if (!before || before.status === "canceled" || before.status === "incomplete_expired") return;
  const pending = context.store.note<Partial<Stripe.Subscription> & { invoice: string }>(`pending-update:${before.id}`);
  let after: Stripe.Subscription = { ...before };
  if (pending?.invoice === invoice.id) {
    const { invoice: _, ...change } = pending;
    after = { ...after, ...change, pending_update: null };
    context.store.dropNote(`pending-update:${before.id}`);
  }
  const settled = openInvoicesOf(context, before.id).every((one) => one.status === "draft");
  if (before.status === "incomplete" || (before.status === "past_due" && settled)) after.status = "active";
  const save = before.payment_settings?.save_default_payment_method === "on_subscription";
  if (save && intent?.payment_method) after.default_payment_method = idOf(intent.payment_method);
  saveSubscription(context, after, before);
  const customer = context.objects.get("customer", idOf(before.customer) ?? "");
  if (customer?.delinquent && settled) context.objects.put({ ...customer, delinquent: false });
}

/** Payment requires authentication: the invoice stays open and the customer has to return. */
function awaitAction(context: Context, before: Stripe.Invoice, scheduled: boolean): void {
  const invoice = { ...before, attempted: true, attempt_count: before.attempt_count + 1 };
  context.objects.put(invoice);
  emit(context, "invoice.payment_action_required", invoice, before);
  if (scheduled || invoice.billing_reason !== "subscription_create")
    markPastDue(context, scheduleRetry(context, invoice, scheduled));
}

function failInvoice(context: Context, before: Stripe.Invoice, scheduled: boolean): void {
  const counted = { ...before, attempted: true, attempt_count: before.attempt_count + 1 };
  const invoice = scheduleRetry(context, counted, scheduled);
  context.objects.put(invoice);
  emit(context, "invoice.payment_failed", invoice, before);
  if (invoice.billing_reason !== "subscription_create") markPastDue(context, invoice);
}

function scheduleRetry(context: Context, invoice: Stripe.Invoice, scheduled: boolean): Stripe.Invoice {
  if (!scheduled) return invoice;
  const tries = (context.store.note<number>(`tries:${invoice.id}`) ?? 0) + 1;
  context.store.setNote(`tries:${invoice.id}`, tries);
  const wait = retryAfter[tries - 1];
  const booked = { ...invoice, next_payment_attempt: wait ? context.clock.now() + wait : null };
  context.objects.put(booked);
  context.store.setTimer(invoice.id, booked.next_payment_attempt);
  return booked;
}

/** An unpaid renewal or change makes the subscription past due; when the last retry failed, it ends. */
function markPastDue(context: Context, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(context, invoice);
  if (!before || before.pending_update || !["active", "trialing", "past_due"].includes(before.status)) return;
  const customer = context.objects.get("customer", idOf(before.customer) ?? "");
  if (customer) context.objects.put({ ...customer, delinquent: true });
  const tries = context.store.note<number>(`tries:${invoice.id}`) ?? 0;
  const late = saveSubscription(context, { ...before, status: "past_due" }, before);
  if (tries > retryAfter.length) {
    endSubscription(context, { ...late, cancellation_details: cancellation("payment_failed") });
  }
}

/** Collects the latest open invoice of every past-due subscription, after the default card changed. */
export function retryPastDue(context: Context, customer: string): void {
  const where = [
    { path: "customer", is: customer },
    { path: "status", is: "past_due" },
  ];
  for (const subscription of context.objects.find("subscription", { where })) {
    const latest = openInvoicesOf(context, subscription.id).find((one) => one.status === "open");
    if (latest) collect(context, latest, { onSession: false });
  }
}
