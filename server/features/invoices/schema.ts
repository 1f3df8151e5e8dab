import { refundStates } from "@plumbline/contract/invoices/refunds.ts";
import { disputeStates } from "@plumbline/contract/invoices/rules.ts";
import { type VatPercents, vatTreatments } from "@plumbline/contract/invoices/vat.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
/** The supplier of a VAT invoice; the number is "GB123456782", the address in lines. */
export type VatSupplier = { number: string; name: string; address: string };

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
    /** Counts the times that the draft was saved. */
    version: integer("version").notNull().default(1),
    /** What the customer pays, with VAT. */
    totalPence: bigint("total_pence", { mode: "number" }).notNull(),
    /** The VAT in the total; of a draft, as of the day on which it was saved. */
    vatPence: bigint("vat_pence", { mode: "number" }).notNull().default(0),
    /** The rates of the day of issue; null for one without VAT. */
    vatPercents: jsonb("vat_percents").$type<VatPercents>(),
    /** What refunds have given back of it so far; the rows of `refunds` say how. */
    refundedPence: bigint("refunded_pence", { mode: "number" }).notNull().default(0),
    /** In percent, fixed when the invoice is sent (decision 14). */
    feePercent: integer("fee_percent"),
    feePence: bigint("fee_pence", { mode: "number" }),
    /** Days until it is due, as the advisor chose; null for the usual ones. */
    paymentTermDays: smallint("payment_term_days"),
    issuedOn: date("issued_on", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    /** Both parties as of the day of sending; null for a draft, which shows their current data. */
    parties: jsonb("parties").$type<{ advisor: NamedParty & { vat?: VatSupplier }; customer: NamedParty }>(),
    remindersSent: smallint("reminders_sent").notNull().default(0),
    /** The invoice whose late payment this one claims (ADR-048). */
    claimForId: integer("claim_for_id").references((): AnyPgColumn => invoices.id),
    createdAt: created(),
    paidAt: moment("paid_at"),
    refundedAt: moment("refunded_at"),
  },
  (table) => [
    unique("invoices_number").on(table.advisorId, table.number),
    index("invoices_of_advisor").on(table.advisorId, table.id),
    index("invoices_of_customer").on(table.customerId, table.id),
    index("invoices_of_engagement").on(table.engagementId),
    index("invoices_by_number").on(table.number, table.id).where(sql`number is not null`),
    index("invoices_drafts").on(table.advisorId, table.id).where(sql`status = 'draft'`),
    index("invoices_by_age").on(table.issuedOn, table.id).where(sql`status <> 'draft'`),
    index("invoices_by_status_and_age").on(table.status, table.issuedOn, table.id).where(sql`status <> 'draft'`),
    index("invoices_unpaid_of_advisor").on(table.advisorId).where(sql`status in ('sent', 'processing')`),
    index("invoices_unpaid_of_customer").on(table.customerId).where(sql`status in ('sent', 'processing')`),
    index("invoices_paid_of_customer")
      .on(table.customerId, table.paidAt, table.id)
      .where(sql`status in ('completed', 'refunded')`),
    index("invoices_paid").on(table.paidAt, table.id).where(sql`paid_at is not null`),
    // One claim per invoice that was not withdrawn; a deleted draft of a claim leaves no row.
    uniqueIndex("invoices_claim_alive").on(table.claimForId).where(sql`claim_for_id is not null and status <> 'void'`),
    // For the foreign key, which looks for claims of a draft that is deleted.
    index("invoices_claims").on(table.claimForId).where(sql`claim_for_id is not null`),
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
    /** For advisors who are registered for VAT. */
    vatTreatment: text("vat_treatment", { enum: vatTreatments }),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

/** Registrations for VAT, and what was agreed with each: a row is never changed but to end it (ADR-047). */
export const vatRegistrations = pgTable(
  "vat_registrations",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    number: text("number").notNull(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    agreedAt: moment("agreed_at").notNull(),
    /** Of the words that were agreed to. */
    agreementVersion: text("agreement_version").notNull(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    uniqueIndex("vat_registrations_in_force").on(table.memberId).where(sql`ended_at is null`),
    index("vat_registrations_of_member").on(table.memberId),
  ],
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
    /** The refund of a second payment of an invoice. What is given back of the first one stands in `refunds`. */
    refundId: text("refund_id"),
    /** Written by servers from before `refunds`, which may still run beside this one; newer servers do not read it. */
    refundReason: text("refund_reason"),
    refundAskedBy: integer("refund_asked_by"),
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
    index("payments_refund").on(table.refundId).where(sql`refund_id is not null`),
    index("payments_open").on(table.createdAt).where(sql`status in ('started', 'requires_action')`),
  ],
);

/**
 * Each attempt to give back a payment or a part of it: recorded with what it takes from the advisor and from us, sent to
 * the provider with its id as key, settled (rule 8). Also those that were made in the provider's dashboard.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: serial("id").primaryKey(),
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    paymentId: integer("payment_id")
      .notNull()
      .references(() => payments.id),
    state: text("state", { enum: refundStates }).notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    /** What it takes back from the advisor, and of our fee: together the amount, or nothing when `fromHeld`. */
    advisorPence: bigint("advisor_pence", { mode: "number" }).notNull(),
    feePence: bigint("fee_pence", { mode: "number" }).notNull(),
    /** Gives out again what a bank had sent back to us: nobody's share is taken a second time. */
    fromHeld: boolean("from_held").notNull().default(false),
    reason: text("reason").notNull(),
    /** The member of staff; null for a refund made in the provider's dashboard. */
    askedBy: integer("asked_by").references(() => members.id),
    providerId: text("provider_id").unique("refunds_provider_id"),
    createdAt: created(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    // One at a time per payment, so that two members of staff together never give back more than each was shown.
    uniqueIndex("refunds_one_asked").on(table.paymentId).where(sql`state = 'asked'`),
    index("refunds_of_invoice").on(table.invoiceId, table.id),
    index("refunds_asked").on(table.id).where(sql`state = 'asked'`),
    index("refunds_settled").on(table.settledAt, table.id).where(sql`settled_at is not null`),
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
    /** When the team was reminded that an answer is due. */
    remindedAt: moment("reminded_at"),
    openedAt: moment("opened_at").notNull(),
    closedAt: moment("closed_at"),
    /** When our answer reached the bank, ours or one given at the provider. */
    answeredAt: moment("answered_at"),
  },
  (table) => [
    index("disputes_of_invoice").on(table.invoiceId),
    index("disputes_of_membership_payment").on(table.membershipPaymentId),
    check("disputes_of_one", sql`num_nonnulls(payment_id, membership_payment_id) = 1`),
    index("disputes_by_opening").on(table.openedAt, table.id),
    index("disputes_by_state").on(table.state, table.openedAt, table.id),
    index("disputes_by_closing").on(table.closedAt, table.id).where(sql`state = 'won'`),
    index("disputes_open").on(table.invoiceId).where(sql`state = 'open'`),
    index("disputes_lost").on(table.invoiceId).where(sql`state = 'lost'`),
    index("disputes_of_memberships_open").on(table.membershipPaymentId).where(sql`state in ('open', 'inquiry')`),
  ],
);
