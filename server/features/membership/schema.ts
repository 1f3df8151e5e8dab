import type { DefaultCard, Plan } from "@plumbline/contract/membership/contract.ts";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";
import type { OfferChange, ProviderOffers } from "./offer-shapes.ts";

/** A customer's membership, as last read from the card provider. */
export const memberships = pgTable(
  "memberships",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    providerCustomerId: text("provider_customer_id").unique("memberships_provider_customer"),
    subscriptionId: text("subscription_id").unique("memberships_subscription"),
    status: text("status"),
    priceId: text("price_id"),
    planName: text("plan_name"),
    currentPeriodEnd: moment("current_period_end"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    pastDueSince: moment("past_due_since"),
    /** What is left to pay of an overdue renewal. */
    owedPence: bigint("owed_pence", { mode: "number" }),
    /** A subscription whose payment was returned to the payer: it gives no access, whatever its status at the provider. */
    revokedSubscriptionId: text("revoked_subscription_id"),
    revokedBecause: text("revoked_because", { enum: ["dispute_lost", "refunded"] }),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("memberships_running").on(table.currentPeriodEnd).where(sql`status in ('active', 'trialing')`),
    index("memberships_by_price").on(table.priceId).where(sql`status in ('active', 'trialing', 'past_due')`),
    index("memberships_late").on(table.pastDueSince).where(sql`status = 'past_due'`),
    index("memberships_to_end")
      .on(table.memberId)
      .where(sql`revoked_subscription_id = subscription_id and status not in ('canceled', 'incomplete_expired')`),
  ],
);

/** When the provider last told of a customer, before every moment for never. */
export const lastSeen = (at: SQLWrapper): SQL => sql`(coalesce(${at}, '-infinity'::timestamptz))`;

/** The rest of the card provider's data about a customer: the card and the next payment (ADR-019). */
export const membershipBilling = pgTable(
  "membership_billing",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    card: jsonb("card").$type<DefaultCard>(),
    nextPaymentPence: bigint("next_payment_pence", { mode: "number" }),
    nextPaymentAt: moment("next_payment_at"),
    /** Null until the provider has reported all of it, bills included. */
    providerSeenAt: moment("provider_seen_at"),
    /** The end of the period of which an e-mail has announced the renewal last. */
    renewalNoticeFor: moment("renewal_notice_for"),
  },
  (table) => [index("membership_billing_by_age").on(lastSeen(table.providerSeenAt))],
);

/** A membership's bill, as last reported by the card provider. */
export const membershipBills = pgTable(
  "membership_bills",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    memberId: memberId("member_id"),
    number: text("number"),
    status: text("status", { enum: ["paid", "pending", "failed", "void"] }).notNull(),
    /** Charged to the card, after credit from an earlier plan. */
    totalPence: bigint("total_pence", { mode: "number" }).notNull(),
    /** It is for the rest of a period after a change of plan. */
    changesPlan: boolean("changes_plan").notNull(),
    /** The period that it is for; null for one without, which has a description of its own. */
    periodStart: moment("period_start"),
    periodEnd: moment("period_end"),
    description: text("description"),
    receiptUrl: text("receipt_url"),
    /** The plan's price, and the code with what it took off; null for what was read before they were kept. */
    priceId: text("price_id"),
    couponCode: text("coupon_code"),
    discountPence: bigint("discount_pence", { mode: "number" }),
    billedAt: moment("billed_at").notNull(),
  },
  (table) => [
    index("membership_bills_of_member").on(table.memberId, table.billedAt),
    index("membership_bills_income")
      .on(table.billedAt, table.priceId, table.totalPence)
      .where(sql`status = 'paid' and total_pence > 0`),
    index("membership_bills_discounted").on(table.billedAt).where(sql`status = 'paid' and discount_pence > 0`),
    index("membership_bills_paid").on(table.billedAt, table.id).where(sql`status = 'paid' and total_pence > 0`),
  ],
);

/** A membership's payment that was refunded or disputed; of all others there is only the bill. */
export const membershipPayments = pgTable(
  "membership_payments",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    subscriptionId: text("subscription_id").notNull(),
    /** The provider's ids of the bill, of the payment and of the charge. */
    billId: text("bill_id").notNull(),
    intentId: text("intent_id").notNull().unique("membership_payments_intent"),
    chargeId: text("charge_id").notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    refundedPence: bigint("refunded_pence", { mode: "number" }).notNull().default(0),
    paidAt: moment("paid_at").notNull(),
    /** The end of the period that it paid for. */
    paidUntil: moment("paid_until").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    index("membership_payments_of_member").on(table.memberId),
    index("membership_payments_charge").on(table.chargeId),
  ],
);

/** Each refund of such a payment that has not failed, so that every one stays on its own day in the ledger. */
export const membershipRefunds = pgTable(
  "membership_refunds",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    memberId: memberId("member_id"),
    paymentId: integer("payment_id")
      .notNull()
      .references(() => membershipPayments.id),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    refundedAt: moment("refunded_at").notNull(),
  },
  (table) => [
    index("membership_refunds_of_member").on(table.memberId),
    index("membership_refunds_of_payment").on(table.paymentId),
    index("membership_refunds_by_day").on(table.refundedAt, table.id),
  ],
);

/** The plans as the card provider last named them: one row, replaced as a whole. */
export const planCatalogue = pgTable("plan_catalogue", {
  id: integer("id").primaryKey(),
  plans: jsonb("plans").$type<Plan[]>().notNull(),
  /** All that is or was ours there, for staff; null until the provider has named it. */
  offers: jsonb("offers").$type<ProviderOffers>(),
  providerSeenAt: moment("provider_seen_at").notNull(),
});

/** Each attempt to subscribe: its id is the idempotency key, so that a repeated call charges once. */
export const subscriptionAttempts = pgTable(
  "subscription_attempts",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    priceId: text("price_id").notNull(),
    outcome: text("outcome", { enum: ["started", "succeeded", "requires_action", "failed"] })
      .notNull()
      .default("started"),
    createdAt: created(),
    /** The end of the lease of the process that is working on it, which extends it regularly. */
    heldUntil: moment("held_until").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("subscription_attempts_one").on(table.memberId).where(sql`outcome = 'started'`)],
);

/** What staff asked for of plans and coupons: the id is the idempotency key, so that each is made once (ADR-035). */
export const offerChanges = pgTable(
  "offer_changes",
  {
    id: serial("id").primaryKey(),
    change: jsonb("change").$type<OfferChange>().notNull(),
    /** The price, the code or the promotion code that only one change may be about. */
    target: text("target"),
    reason: text("reason").notNull(),
    staffId: memberId("staff_id"),
    state: text("state", { enum: ["started", "done", "refused"] })
      .notNull()
      .default("started"),
    failure: text("failure"),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex("offer_changes_target").on(table.target).where(sql`state <> 'refused'`),
    index("offer_changes_open").on(table.id).where(sql`state = 'started'`),
  ],
);
