import type Stripe from "stripe";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { cardProblem, methodNamed } from "./cards.ts";
import { redeem } from "./coupons.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import type { Applied, LineDraft } from "./invoice-maths.ts";
import { shapeInvoice } from "./invoice-shape.ts";
import { collect, finalizeInvoice, intentOf, payInvoice } from "./invoicing.ts";
import { asList, page } from "./lists.ts";
import { flag, group, groups, integer, metadata, requiredInteger, requiredText, text } from "./params.ts";
import { throwIfRefused } from "./payment-intents.ts";
import { periodEnd } from "./periods.ts";
import { present } from "./present.ts";
import { decimal } from "./prices.ts";
import { invalid, missing } from "./problems.ts";
import { discountsOf, pendingLines } from "./subscription-billing.ts";
import { changeItems, cycleLine, newItem } from "./subscription-change.ts";
import { periodOf, withPeriod } from "./subscription-state.ts";
import { prorationOf } from "./subscriptions.ts";

/** POST /v1/invoices/create_preview: the same calculation as the change or renewal itself, storing nothing. */
export function previewInvoice(call: Call): Stripe.Invoice {
  const { context, params } = call;
  const subscriptionId = text(params, "subscription");
  const details = group(params, "subscription_details") ?? {};
  if (!subscriptionId) return previewFirst(call, details);
  const subscription = requireObject(context, "subscription", subscriptionId);
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw invalid(
      "You cannot preview the invoice for a canceled subscription.",
      "subscription",
      "invoice_upcoming_none",
    );
  }
  const at = integer(details, "proration_date", "subscription_details[proration_date]") ?? context.clock.now();
  const change = changeItems(context, subscription, details, prorationOf(details), at);
  if (!change.invoiceNow && subscription.cancel_at_period_end) {
    throw invalid("No upcoming invoices for this subscription.", "subscription", "invoice_upcoming_none");
  }
  const lines = change.invoiceNow
    ? [...pendingLines(context, subscription.id), ...change.lines]
    : [...pendingLines(context, subscription.id), ...change.lines, ...nextCycle(subscription, change.items)];
  // The next invoice is created when the period ends: a discount that has ended by then does not apply.
  const writtenAt = change.invoiceNow ? at : periodOf(subscription).end;
  const applied =
    params.discounts !== undefined
      ? previewDiscounts(call, subscription.id)
      : context.clock.at(writtenAt, () => discountsOf(context, subscription));
  const customer = requireObject(context, "customer", idOf(subscription.customer));
  const reason = change.invoiceNow ? "subscription_update" : "upcoming";
  return {
    ...shapeInvoice(context, { customer, subscription, reason, lines, applied, id: newId("upcoming_in") }),
    auto_advance: true,
  };
}

function previewFirst(call: Call, details: NonNullable<ReturnType<typeof group>>): Stripe.Invoice {
  const { context, params } = call;
  const customer = requireObject(context, "customer", requiredText(params, "customer"));
  const now = context.clock.now();
  const drafts = (groups(details, "items") ?? []).map((form, index) => newItem(context, "sub_preview", form, index));
  if (!drafts.length) throw missing("subscription_details[items]");
  const period = { start: now, end: periodEnd(now, drafts[0]?.price.recurring ?? null, now) };
  const lines = withPeriod(drafts, period).map(cycleLine);
  const applied = previewDiscounts(call, null);
  return shapeInvoice(context, {
    customer,
    subscription: null,
    reason: "upcoming",
    lines,
    applied,
    id: newId("upcoming_in"),
  });
}

function previewDiscounts(call: Call, subscription: string | null): Applied[] {
  const customer = text(call.params, "customer") ?? "";
  return redeem(call.context, call.params, { customer, subscription });
}

function nextCycle(subscription: Stripe.Subscription, items: Stripe.SubscriptionItem[]): LineDraft[] {
  const { end } = periodOf(subscription);
  const next = periodEnd(end, items[0]?.price.recurring ?? null, subscription.billing_cycle_anchor);
  return withPeriod(items, { start: end, end: next }).map(cycleLine);
}

/** An invoice without a subscription, from the customer's pending invoice items. */
export function createInvoice(call: Call): Stripe.Invoice {
  const { context, params } = call;
  const customer = requireObject(context, "customer", requiredText(params, "customer"));
  const lines = context.store.note<LineDraft[]>(`items:${customer.id}`) ?? [];
  context.store.dropNote(`items:${customer.id}`);
  const invoice = shapeInvoice(context, {
    customer,
    subscription: null,
    reason: "manual",
    lines,
    applied: redeem(context, params, { customer: customer.id, subscription: null }),
    description: text(params, "description") ?? null,
    metadata: metadata(params),
  });
  context.objects.put(invoice);
  emit(context, "invoice.created", invoice);
  return invoice;
}

/** POST /v1/invoiceitems. `amount` is in pence, negative for a credit; it goes on the customer's next invoice. */
export function createInvoiceItem(call: Call): Stripe.InvoiceItem {
  const { context, params } = call;
  const customer = requireObject(context, "customer", requiredText(params, "customer"));
  const now = context.clock.now();
  const line: LineDraft = {
    description: text(params, "description") ?? "",
    amount: requiredInteger(params, "amount"),
    period: { start: now, end: now },
    price: null,
    quantity: 1,
    item: null,
    proration: false,
    discountable: true,
  };
  const waiting = context.store.note<LineDraft[]>(`items:${customer.id}`) ?? [];
  context.store.setNote(`items:${customer.id}`, [...waiting, line]);
  const { amount, description, period } = line;
  return {
    id: newId("ii"),
    object: "invoiceitem",
    amount,
    currency: "gbp",
    customer: customer.id,
    customer_account: null,
    date: now,
    description,
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: metadata(params),
    parent: null,
    period,
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: decimal(1),
    tax_rates: [],
    test_clock: null,
  };
}

/** POST /v1/invoices/:id/finalize. Throws 400 for an invoice that is not a draft. */
export function finalize(call: Call): Stripe.Invoice {
  const draft = fromPath(call, "invoice", "invoice");
  if (draft.status !== "draft")
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  const invoice = finalizeInvoice(call.context, draft);
  if (invoice.status === "open") intentOf(call.context, invoice);
  return invoice;
}

/** POST /v1/invoices/{id}/pay: off session unless the call says off_session=false. */
export function pay(call: Call): Stripe.Invoice {
  const { context, params } = call;
  const found = fromPath(call, "invoice", "invoice");
  if (found.status === "paid") throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
  if (found.status !== "draft" && found.status !== "open")
    throw invalid(`This invoice can no longer be paid: it is ${found.status}.`);
  const invoice = found.status === "draft" ? finalizeInvoice(context, found) : found;
  if (invoice.status === "paid") return invoice;
  if (flag(params, "paid_out_of_band")) return payInvoice(context, invoice, null);
  const chosen = text(params, "payment_method") ?? text(params, "source");
  const method = chosen ? methodNamed(context, chosen).id : null;
  const attempt = collect(context, invoice, { onSession: flag(params, "off_session") === false, method });
  throwIfRefused(context, attempt, method);
  if (attempt.intent.status === "requires_action") {
    throw cardProblem(
      {
        code: "invoice_payment_intent_requires_action",
        message:
          "Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
      },
      { payment_intent: attempt.intent },
      true,
    );
  }
  return present(context.objects.get("invoice", invoice.id), "the invoice");
}

/** POST /v1/invoices/:id/void. Throws 400 for an invoice that is not open. */
export function voidInvoice(call: Call): Stripe.Invoice {
  return closeInvoice(call.context, fromPath(call, "invoice", "invoice"), "void");
}

/** POST /v1/invoices/:id/mark_uncollectible. Throws 400 for an invoice that is not open. */
export function markUncollectible(call: Call): Stripe.Invoice {
  return closeInvoice(call.context, fromPath(call, "invoice", "invoice"), "uncollectible");
}

/** Ends an open invoice without payment, and its retries with it. Throws 400 for one that is not open. */
export function closeInvoice(
  context: Context,
  before: Stripe.Invoice,
  status: "void" | "uncollectible",
): Stripe.Invoice {
  if (before.status !== "open") throw invalid(`You can only change an open invoice; this one is ${before.status}.`);
  const now = context.clock.now();
  const mark = status === "void" ? { voided_at: now } : { marked_uncollectible_at: now };
  const transitions = { ...before.status_transitions, ...mark };
  const invoice: Stripe.Invoice = { ...before, status, next_payment_attempt: null, status_transitions: transitions };
  context.objects.put(invoice);
  context.store.setTimer(invoice.id, null);
  emit(context, status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", invoice, before);
  return invoice;
}

/** GET /v1/invoices/:id. Throws 404 for an unknown id. */
export const retrieveInvoice = (call: Call): Stripe.Invoice => fromPath(call, "invoice", "invoice");

/** GET /v1/invoices, by customer, subscription and status. */
export function listInvoices(call: Call): Stripe.ApiList<Stripe.Invoice> {
  return page(call, "invoice", {
    customer: "customer",
    subscription: "parent.subscription_details.subscription",
    status: "status",
  });
}

/** GET /v1/invoices/:id/lines: all of them in one page, whatever the limit. */
export function listLines(call: Call): Stripe.ApiList<Stripe.InvoiceLineItem> {
  return fromPath(call, "invoice", "invoice").lines;
}

/** GET /v1/invoice_payments, by invoice, status and payment intent. */
export function listInvoicePayments(call: Call): Stripe.ApiList<Stripe.InvoicePayment> {
  const payment = group(call.params, "payment");
  const intent = payment && text(payment, "payment_intent");
  const also = intent ? [{ path: "payment.payment_intent", is: intent }] : [];
  return page(call, "invoice_payment", { invoice: "invoice", status: "status" }, also);
}

/** The payments of an invoice, as its `payments` field holds them. */
export function paymentsOf(context: Context, invoice: string): Stripe.ApiList<Stripe.InvoicePayment> {
  const found = context.objects.find("invoice_payment", { where: [{ path: "invoice", is: invoice }] });
  return asList(`/v1/invoice_payments?invoice=${invoice}`, found);
}
