import { disputeStates } from "@plumbline/contract/invoices/rules.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";
import { engagements } from "../engagements/schema.ts";
import { membershipPayments } from "../membership/schema.ts";

/** A party's name and address as printed on an invoice. */
export type NamedParty = Pick<Party["profile"], "name"> & Pick<Party, "company">;

export const invoices = pgTable(
  "invoices",
  {
    id: serial("id").primaryKey(),
    engagementId: integer("engagement_id")
      .notNull()
      .references(() => engagements.id),
    advisorId: memberId("advisor_id"),
    customerId: memberId("customer_id"),
    /** Gapless per advisor, assigned when the invoice is sent (decision 19). */
    number: integer("number"),
    status: text("status", { enum: ["draft", "sent", "processing", "completed", "void", "refunded"] }).notNull(),
    totalPence: bigint("total_pence", { mode: "number" }).notNull(),
    /** In percent, fixed when the invoice is sent (decision 14). */
    feePercent: integer("fee_percent"),
    feePence: bigint("fee_pence", { mode: "number" }),
    issuedOn: date("issued_on", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    /** Both parties as of the day of sending; null for a draft, which shows their current data. */
    parties: jsonb("parties").$type<{ advisor: NamedParty; customer: NamedParty }>(),
    remindersSent: smallint("reminders_sent").notNull().default(0),
    createdAt: created(),
    paidAt: moment("paid_at"),
    refundedAt: moment("refunded_at"),
  },
  (table) => [
    unique("invoices_number").on(table.advisorId, table.number),
    index("invoices_of_advisor").on(table.advisorId, table.id),
    index("invoices_of_customer").on(table.customerId, table.id),
    index("invoices_of_engagement").on(table.engagementId),
    index("invoices_drafts").on(table.advisorId, table.id).where(sql`status = 'draft'`),
    index("invoices_sent").on(table.id).where(sql`status <> 'draft'`),
    index("invoices_by_status").on(table.status, table.id).where(sql`status <> 'draft'`),
    index("invoices_unpaid_of_advisor").on(table.advisorId).where(sql`status in ('sent', 'processing')`),
    index("invoices_unpaid_of_customer").on(table.customerId).where(sql`status in ('sent', 'processing')`),
    index("invoices_paid_of_customer")
      .on(table.customerId, table.paidAt, table.id)
      .where(sql`status in ('completed', 'refunded')`),
    index("invoices_unpaid").on(table.dueOn).where(sql`status in ('sent', 'processing')`),
  ],
);

export const invoiceLines = pgTable(
  "invoice_lines",
  {
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    position: smallint("position").notNull(),
    description: text("description").notNull(),
    quantityHundredths: integer("quantity_hundredths").notNull(),
    unitPricePence: integer("unit_price_pence").notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

/** The last number assigned per advisor; the row is locked while one is assigned, so that there is no gap. */
export const invoiceNumbers = pgTable("invoice_numbers", {
  advisorId: integer("advisor_id")
    .primaryKey()
    .references(() => members.id),
  last: integer("last").notNull(),
});

/** Each attempt to pay an invoice: recorded, sent to the provider with its id as key, settled (rule 8). */
export const payments = pgTable(
  "payments",
  {
    id: serial("id").primaryKey(),
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    status: text("status", { enum: ["started", "requires_action", "succeeded", "failed", "refunded"] }).notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    feePence: bigint("fee_pence", { mode: "number" }).notNull(),
    destination: text("destination").notNull(),
    providerCustomerId: text("provider_customer_id").notNull(),
    intentId: text("intent_id").unique("payments_intent"),
    /** Written before the provider is called, so that an interrupted refund is completed later (rule 8). */
    refundReason: text("refund_reason"),
    refundAskedBy: integer("refund_asked_by"),
    refundId: text("refund_id"),
    failure: text("failure"),
    createdAt: created(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    // Only one attempt per invoice may be open or successful, also when two browsers pay at once (decision 18).
    uniqueIndex("payments_one_alive")
      .on(table.invoiceId)
      .where(sql`status in ('started', 'requires_action', 'succeeded')`),
    index("payments_of_invoice").on(table.invoiceId, table.id),
    index("payments_open").on(table.createdAt).where(sql`status in ('started', 'requires_action')`),
    index("payments_to_refund").on(table.id).where(sql`status = 'succeeded' and refund_reason is not null`),
  ],
);

/** A payment that its payer disputes with their bank; the provider's id is unique, so that repeated reports are one row. */
export const disputes = pgTable(
  "disputes",
  {
    id: serial("id").primaryKey(),
    providerId: text("provider_id").notNull().unique("disputes_provider_id"),
    /** Set for an invoice's payment; membershipPaymentId is set for a membership's. */
    invoiceId: integer("invoice_id").references(() => invoices.id),
    paymentId: integer("payment_id").references(() => payments.id),
    membershipPaymentId: integer("membership_payment_id").references(() => membershipPayments.id),
    state: text("state", { enum: disputeStates }).notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    /** The provider's code for the bank's reason. */
    reason: text("reason").notNull(),
    /** Null once it was answered. */
    respondBy: moment("respond_by"),
    openedAt: moment("opened_at").notNull(),
    closedAt: moment("closed_at"),
  },
  (table) => [
    index("disputes_of_invoice").on(table.invoiceId),
    index("disputes_of_membership_payment").on(table.membershipPaymentId),
    check("disputes_of_one", sql`num_nonnulls(payment_id, membership_payment_id) = 1`),
    index("disputes_open").on(table.invoiceId).where(sql`state = 'open'`),
    index("disputes_lost").on(table.invoiceId).where(sql`state = 'lost'`),
    index("disputes_of_memberships_open").on(table.membershipPaymentId).where(sql`state in ('open', 'inquiry')`),
  ],
);
