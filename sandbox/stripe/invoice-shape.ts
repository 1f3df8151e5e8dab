import type Stripe from "stripe";
import type { Context } from "./call.ts";
import { idOf, newId } from "./ids.ts";
import {
  type Applied,
  applyBalance,
  type DiscountedLine,
  discountLines,
  type LineDraft,
  netOf,
} from "./invoice-maths.ts";
import { asList } from "./lists.ts";
import { decimal } from "./prices.ts";

type InvoiceDraft = {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  reason: Stripe.Invoice.BillingReason;
  lines: LineDraft[];
  applied: Applied[];
  description?: string | null;
  metadata?: Stripe.Metadata;
  id?: string;
};

/** Builds the invoice object without storing it, so that previews and invoices share one calculation. */
export function shapeInvoice(context: Context, draft: InvoiceDraft): Stripe.Invoice {
  const { customer, subscription } = draft;
  const id = draft.id ?? newId("in");
  const discounted = discountLines(draft.lines, draft.applied);
  const subtotal = discounted.reduce((sum, line) => sum + line.amount, 0);
  const total = discounted.reduce((sum, line) => sum + netOf(line), 0);
  const { due, balanceAfter } = applyBalance(total, customer.balance);
  const now = context.clock.now();
  const off = (discount: string) =>
    discounted
      .flatMap((line) => line.discounts)
      .reduce((sum, one) => sum + (one.discount === discount ? one.amount : 0), 0);
  const discounts = draft.applied.map(({ discount }) => ({ amount: off(discount.id), discount: discount.id }));
  const used = discounts.filter((one) => one.amount > 0);
  return {
    id,
    object: "invoice",
    account_country: "GB",
    account_name: "Plumbline",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: "charge_automatically",
    created: now,
    currency: draft.lines[0]?.price?.currency ?? customer.currency ?? "gbp",
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: draft.description ?? null,
    discounts: used.map((one) => one.discount),
    due_date: null,
    effective_at: null,
    ending_balance: balanceAfter,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: asList(
      `/v1/invoices/${id}/lines`,
      discounted.map((line) => shapeLine(id, line, subscription)),
    ),
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: subscription?.items.data[0]?.current_period_start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: used,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

function shapeLine(
  invoice: string,
  line: DiscountedLine,
  subscription: Stripe.Subscription | null,
): Stripe.InvoiceLineItem {
  const { price, item } = line;
  return {
    id: newId("il"),
    object: "line_item",
    amount: line.amount,
    currency: price?.currency ?? "gbp",
    description: line.description,
    discount_amounts: line.discounts,
    discountable: line.discountable,
    discounts: line.discounts.map((one) => one.discount),
    invoice,
    livemode: false,
    metadata: {},
    parent:
      subscription && item
        ? {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: line.proration,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: item,
            },
            type: "subscription_item_details",
          }
        : null,
    period: line.period,
    pretax_credit_amounts: [],
    pricing: price && {
      price_details: { price: price.id, product: idOf(price.product) },
      type: "price_details",
      unit_amount_decimal: decimal(price.unit_amount ?? 0),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription: subscription?.id ?? null,
    subtotal: line.amount,
    taxes: [],
  };
}
