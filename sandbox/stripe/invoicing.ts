import type Stripe from "stripe";
import type { Desk } from "./call.ts";
import { type Attempt, attemptPayment, blankIntent } from "./charging.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { applyBalance } from "./invoice-maths.ts";
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

/** A draft becomes a bill: it gets its number, takes the customer's credit, and is paid at once when nothing is due. */
export function finalizeInvoice(desk: Desk, draft: Stripe.Invoice): Stripe.Invoice {
  const now = desk.clock.now();
  const customer = desk.shelf.get("customer", idOf(draft.customer) as string) as Stripe.Customer;
  const sequence = customer.next_invoice_sequence ?? 1;
  // The balance may have moved since a renewal's draft was written an hour ago.
  const { due, balanceAfter } = applyBalance(draft.total, customer.balance);
  desk.shelf.put({
    ...customer,
    balance: balanceAfter,
    currency: customer.currency ?? draft.currency,
    next_invoice_sequence: sequence + 1,
  });
  const page = `${desk.origin}/invoices/${draft.id}`;
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
  desk.shelf.put(invoice);
  desk.store.setTimer(invoice.id, null);
  emit(desk, "invoice.finalized", invoice);
  return invoice.amount_due === 0 ? payInvoice(desk, invoice, null) : invoice;
}

/** The payment intent of an open invoice: made once, kept through all attempts. */
export function intentOf(desk: Desk, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const known = desk.store.note<string>(`intent-of:${invoice.id}`);
  const found = known ? desk.shelf.get("payment_intent", known) : undefined;
  return found ?? makeIntent(desk, invoice);
}

function makeIntent(desk: Desk, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const method = defaultMethod(desk, invoice);
  const intent: Stripe.PaymentIntent = {
    ...blankIntent(desk, invoice.amount_due, invoice.currency),
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
    created: desk.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  desk.shelf.put(intent);
  desk.shelf.put(payment);
  desk.store.setNote(`intent-of:${invoice.id}`, intent.id);
  desk.store.setNote(`invoice-of:${intent.id}`, { invoice: invoice.id, payment: payment.id });
  emit(desk, "payment_intent.created", intent);
  return intent;
}

/** Which card an invoice is charged to, in Stripe's order. */
export function defaultMethod(desk: Desk, invoice: Stripe.Invoice): string | null {
  const subscription = subscriptionOf(desk, invoice);
  const customer = desk.shelf.get("customer", idOf(invoice.customer) ?? "");
  return (
    idOf(subscription?.default_payment_method) ??
    idOf(subscription?.default_source) ??
    idOf(customer?.invoice_settings.default_payment_method) ??
    idOf(customer?.default_source)
  );
}

type Collection = { present: boolean; method?: string | null; scheduled?: boolean };

/** Charges an open invoice; `scheduled` attempts count towards the limit and book the next one. */
export function collect(desk: Desk, invoice: Stripe.Invoice, how: Collection): Attempt {
  const intent = intentOf(desk, invoice);
  const method = how.method ?? defaultMethod(desk, invoice);
  const attempt = attemptPayment(desk, { ...intent, payment_method: method }, { present: how.present, ask: true });
  settleIntent(desk, attempt, how.scheduled ?? false);
  return attempt;
}

/** After an intent has moved: pays, waits for or fails the invoice it belongs to, if any. */
export function settleIntent(desk: Desk, { intent, refusal }: Attempt, scheduled = false): void {
  const link = desk.store.note<{ invoice: string }>(`invoice-of:${intent.id}`);
  const invoice = link && desk.shelf.get("invoice", link.invoice);
  if (invoice?.status !== "open") return;
  if (intent.status === "succeeded") payInvoice(desk, invoice, intent);
  else if (intent.status === "requires_action") holdInvoice(desk, invoice, scheduled);
  else if (refusal) failInvoice(desk, invoice, scheduled);
}

export function payInvoice(desk: Desk, before: Stripe.Invoice, intent: Stripe.PaymentIntent | null): Stripe.Invoice {
  const now = desk.clock.now();
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
  desk.shelf.put(invoice);
  desk.store.setTimer(invoice.id, null);
  if (intent) markPaid(desk, invoice, intent);
  emit(desk, "invoice.paid", invoice, before);
  if (intent) emit(desk, "invoice.payment_succeeded", invoice, before);
  reviveSubscription(desk, invoice, intent);
  return invoice;
}

function markPaid(desk: Desk, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const link = desk.store.note<{ payment: string }>(`invoice-of:${intent.id}`);
  const payment = link && desk.shelf.get("invoice_payment", link.payment);
  if (!payment) return;
  const transitions = { canceled_at: null, paid_at: desk.clock.now() };
  const paid = { ...payment, status: "paid", amount_paid: invoice.amount_due, status_transitions: transitions };
  desk.shelf.put(paid);
  emit(desk, "invoice_payment.paid", paid);
}

/** A paid invoice opens what was waiting for it: a first payment, an overdue one, a parked change. */
function reviveSubscription(desk: Desk, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): void {
  const before = subscriptionOf(desk, invoice);
  if (!before || before.status === "canceled" || before.status === "incomplete_expired") return;
  const parked = desk.store.note<Partial<Stripe.Subscription> & { invoice: string }>(`parked:${before.id}`);
  let after: Stripe.Subscription = { ...before };
  if (parked?.invoice === invoice.id) {
    const { invoice: _, ...change } = parked;
    after = { ...after, ...change, pending_update: null };
    desk.store.dropNote(`parked:${before.id}`);
  }
  const settled = openInvoicesOf(desk, before.id).every((one) => one.status === "draft");
  if (before.status === "incomplete" || (before.status === "past_due" && settled)) after.status = "active";
  const save = before.payment_settings?.save_default_payment_method === "on_subscription";
  if (save && intent?.payment_method) after.default_payment_method = idOf(intent.payment_method);
  saveSubscription(desk, after, before);
  const customer = desk.shelf.get("customer", idOf(before.customer) ?? "");
  if (customer?.delinquent && settled) desk.shelf.put({ ...customer, delinquent: false });
}

/** The bank asks the holder: the invoice stays open and the holder is to be brought back. */
function holdInvoice(desk: Desk, before: Stripe.Invoice, scheduled: boolean): void {
  const invoice = { ...before, attempted: true, attempt_count: before.attempt_count + 1 };
  desk.shelf.put(invoice);
  emit(desk, "invoice.payment_action_required", invoice, before);
  if (scheduled || invoice.billing_reason !== "subscription_create") fall(desk, bookRetry(desk, invoice, scheduled));
}

function failInvoice(desk: Desk, before: Stripe.Invoice, scheduled: boolean): void {
  const counted = { ...before, attempted: true, attempt_count: before.attempt_count + 1 };
  const invoice = bookRetry(desk, counted, scheduled);
  desk.shelf.put(invoice);
  emit(desk, "invoice.payment_failed", invoice, before);
  if (invoice.billing_reason !== "subscription_create") fall(desk, invoice);
}

function bookRetry(desk: Desk, invoice: Stripe.Invoice, scheduled: boolean): Stripe.Invoice {
  if (!scheduled) return invoice;
  const tries = (desk.store.note<number>(`tries:${invoice.id}`) ?? 0) + 1;
  desk.store.setNote(`tries:${invoice.id}`, tries);
  const wait = retryAfter[tries - 1];
  const booked = { ...invoice, next_payment_attempt: wait ? desk.clock.now() + wait : null };
  desk.shelf.put(booked);
  desk.store.setTimer(invoice.id, booked.next_payment_attempt);
  return booked;
}

/** An unpaid renewal or change makes the subscription past due; when the last retry failed, it ends. */
function fall(desk: Desk, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(desk, invoice);
  if (!before || before.pending_update || !["active", "trialing", "past_due"].includes(before.status)) return;
  const customer = desk.shelf.get("customer", idOf(before.customer) ?? "");
  if (customer) desk.shelf.put({ ...customer, delinquent: true });
  const tries = desk.store.note<number>(`tries:${invoice.id}`) ?? 0;
  const late = saveSubscription(desk, { ...before, status: "past_due" }, before);
  if (tries > retryAfter.length) {
    endSubscription(desk, { ...late, cancellation_details: cancellation("payment_failed") });
  }
}

/** A new card as default: every past-due subscription's latest open invoice is tried again at once. */
export function retryPastDue(desk: Desk, customer: string): void {
  const where = [
    { path: "customer", is: customer },
    { path: "status", is: "past_due" },
  ];
  for (const subscription of desk.shelf.find("subscription", { where })) {
    const latest = openInvoicesOf(desk, subscription.id).find((one) => one.status === "open");
    if (latest) collect(desk, latest, { present: false });
  }
}
