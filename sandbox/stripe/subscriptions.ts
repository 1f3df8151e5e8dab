import type Stripe from "stripe";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { findMethod } from "./cards.ts";
import { countRedemptions, redeem } from "./coupons.ts";
import { emit } from "./events.ts";
import type { Form } from "./form.ts";
import { idOf, newId } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { flag, group, groups, integer, metadata, oneOf, text } from "./params.ts";
import { periodEnd } from "./periods.ts";
import { invalid, missing, noSuch } from "./problems.ts";
import type { Condition } from "./store.ts";
import { applyChange, type Behavior, billSubscription, firstBill } from "./subscription-billing.ts";
import { changeItems, cycleLine, newItem, oneInterval, type Proration } from "./subscription-change.ts";
import { cancellation, endSubscription, periodOf, saveSubscription, withPeriod } from "./subscription-state.ts";

const behaviors = ["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;
const prorations = ["create_prorations", "always_invoice", "none"] as const;

/**
 * POST /v1/subscriptions. Throws 400 without customer or items and for a bad discount. A declined card leaves it
 * incomplete, or throws, by `payment_behavior`.
 */
export function createSubscription(call: Call): Stripe.Subscription {
  const { context, params } = call;
  const customerId = text(params, "customer");
  if (!customerId) throw missing("customer");
  const customer = requireObject(context, "customer", customerId);
  const id = newId("sub");
  const forms = groups(params, "items") ?? [];
  if (!forms.length) throw missing("items");
  const now = context.clock.now();
  const trialEnd = trialOf(params, now);
  const drafts = forms.map((form, index) => newItem(context, id, form, index));
  oneInterval(drafts);
  const end = trialEnd ?? periodEnd(now, drafts[0]?.price.recurring ?? null, now);
  const items = withPeriod(drafts, { start: now, end });
  const redeemed = redeem(context, params, { customer: customer.id, subscription: id });
  const subscription: Stripe.Subscription = {
    ...blankSubscription(id, customer.id, items, now),
    ...(trialEnd && { trial_start: now, trial_end: trialEnd, billing_cycle_anchor: trialEnd }),
    status: trialEnd ? "trialing" : "incomplete",
    description: text(params, "description") ?? null,
    discounts: redeemed.map((one) => one.discount.id),
    metadata: metadata(params),
    payment_settings: settingsOf(params),
    ...ownMethod(context, params, customer.id),
  };
  const scheduled = withEnd(subscription, params, now);
  saveSubscription(context, scheduled);
  emit(context, "customer.subscription.created", scheduled);
  countRedemptions(context, redeemed);
  return firstBill(context, scheduled, { behavior: behaviorOf(params), onSession: !flag(params, "off_session") });
}

/** POST /v1/subscriptions/:id. Throws 404 once it was cancelled. */
export function updateSubscription(call: Call): Stripe.Subscription {
  const { context, params } = call;
  const before = fromPath(call, "subscription");
  if (before.status === "canceled" || before.status === "incomplete_expired") {
    throw noSuch("subscription", before.id, { path: "id" });
  }
  const now = context.clock.now();
  const description = text(params, "description");
  let after: Stripe.Subscription = {
    ...withEnd(before, params, now),
    ...(description !== undefined && { description }),
    metadata: metadata(params, before.metadata),
    payment_settings: params.payment_settings ? settingsOf(params) : before.payment_settings,
    ...ownMethod(context, params, idOf(before.customer)),
  };
  if (params.discounts !== undefined) {
    const redeemed = redeem(context, params, { customer: idOf(before.customer), subscription: before.id });
    countRedemptions(context, redeemed);
    after = { ...after, discounts: redeemed.map((one) => one.discount.id) };
  }
  if (text(params, "trial_end") === "now" && after.status === "trialing") after = endTrial(after, now);
  if (params.items === undefined) return trialEnded(context, before, after);
  const at = integer(params, "proration_date") ?? now;
  const change = changeItems(context, after, params, prorationOf(params), at);
  return applyChange(context, before, after, change, {
    behavior: behaviorOf(params),
    onSession: !flag(params, "off_session"),
  });
}

function trialEnded(context: Context, before: Stripe.Subscription, after: Stripe.Subscription): Stripe.Subscription {
  saveSubscription(context, after, before);
  if (before.status !== "trialing" || after.status === "trialing") return after;
  return billSubscription(context, after, {
    lines: after.items.data.map(cycleLine),
    reason: "subscription_update",
    behavior: "allow_incomplete",
    onSession: false,
  });
}

function endTrial(subscription: Stripe.Subscription, now: number): Stripe.Subscription {
  const [first] = subscription.items.data;
  const period = { start: now, end: periodEnd(now, first?.price.recurring ?? null, now) };
  const items = { ...subscription.items, data: withPeriod(subscription.items.data, period) };
  return { ...subscription, status: "active", trial_end: now, billing_cycle_anchor: now, items };
}

/** GET /v1/subscriptions/:id. Throws 404 for an unknown id. */
export const retrieveSubscription = (call: Call): Stripe.Subscription => fromPath(call, "subscription");

/** GET /v1/subscriptions, by customer and status; without a status the cancelled ones are left out of each page. */
export function listSubscriptions(call: Call): Stripe.ApiList<Stripe.Subscription> {
  const status = text(call.params, "status");
  const { status: _, ...params } = call.params;
  return page({ ...call, params }, "subscription", { customer: "customer" }, ofStatus(status));
}

/** Without a status Stripe leaves out the canceled ones. */
function ofStatus(status: string | null | undefined): Condition[] {
  if (!status) return [{ path: "status", isNot: "canceled" }];
  if (status === "all") return [];
  return [{ path: "status", is: status === "ended" ? "canceled" : status }];
}

/** DELETE /v1/subscriptions/:id, at once and without giving anything back. Throws 404 once it was cancelled. */
export function cancelSubscription(call: Call): Stripe.Subscription {
  const { context } = call;
  const before = fromPath(call, "subscription");
  if (before.status === "canceled" || before.status === "incomplete_expired") {
    throw noSuch("subscription", before.id, { path: "id" });
  }
  const details = cancellation("cancellation_requested");
  return endSubscription(context, { ...before, canceled_at: context.clock.now(), cancellation_details: details });
}

function behaviorOf(params: Form): Behavior {
  return oneOf(params, "payment_behavior", behaviors) ?? "allow_incomplete";
}

/** How a change in the middle of a period is billed. Throws 400 for an unknown word. */
export function prorationOf(params: Form): Proration {
  return oneOf(params, "proration_behavior", prorations) ?? "create_prorations";
}

/** `cancel_at_period_end` and `cancel_at`: sets or clears the end, the status stays. */
function withEnd(subscription: Stripe.Subscription, params: Form, now: number): Stripe.Subscription {
  const atPeriodEnd = flag(params, "cancel_at_period_end");
  const cancelAt = params.cancel_at === "" ? null : integer(params, "cancel_at");
  if (atPeriodEnd === undefined && cancelAt === undefined) return subscription;
  const at = atPeriodEnd ? periodOf(subscription).end : (cancelAt ?? null);
  return {
    ...subscription,
    cancel_at_period_end: atPeriodEnd ?? false,
    cancel_at: at,
    canceled_at: at === null ? null : now,
    cancellation_details: cancellation(at === null ? null : "cancellation_requested"),
  };
}

function trialOf(params: Form, now: number): number | null {
  const days = integer(params, "trial_period_days");
  if (days !== undefined && days < 1) throw invalid("Trial period days must be at least 1.", "trial_period_days");
  if (days) return now + days * 86_400;
  if (text(params, "trial_end") === "now") return null;
  const end = integer(params, "trial_end");
  if (end !== undefined && end <= now)
    throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", "trial_end");
  return end ?? null;
}

function settingsOf(params: Form): Stripe.Subscription.PaymentSettings {
  const given = group(params, "payment_settings");
  const save = given && oneOf(given, "save_default_payment_method", ["off", "on_subscription"]);
  return { payment_method_options: null, payment_method_types: null, save_default_payment_method: save ?? "off" };
}

function ownMethod(context: Context, params: Form, customer: string) {
  const own: { default_payment_method?: string | null; default_source?: string | null } = {};
  for (const name of ["default_payment_method", "default_source"] as const) {
    const id = text(params, name);
    if (id === undefined) continue;
    const method = id === null ? null : findMethod(context, id);
    if (method === undefined) throw noSuch("PaymentMethod", id ?? "", { body: name });
    if (method && idOf(method.customer) !== customer) {
      throw invalid(`The customer does not have a payment method with the ID ${id}.`, name, "resource_missing");
    }
    own[name] = id;
  }
  return own;
}

function blankSubscription(
  id: string,
  customer: string,
  items: Stripe.SubscriptionItem[],
  now: number,
): Stripe.Subscription {
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellation(null),
    collection_method: "charge_automatically",
    created: now,
    currency: items[0]?.price.currency ?? "gbp",
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: asList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}
