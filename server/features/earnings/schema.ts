import { earningStates, type PayoutSchedule, payoutStatuses } from "@plumbline/contract/earnings/rules.ts";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
} from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";
import { invoices } from "../invoices/schema.ts";

/** When the card provider was last asked for an advisor's earnings, and its schedule of payouts to the advisor. */
export const earningReadings = pgTable(
  "earning_readings",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    /** 1970 for accounts that were connected before earnings were read: they come first. */
    askedAt: moment("asked_at").notNull(),
    schedule: jsonb("schedule").$type<PayoutSchedule>(),
    /** Whether anything may still change: money that is not paid out yet, or a payout of the last weeks. */
    open: boolean("open").notNull().default(true),
  },
  (table) => [index("earning_readings_open").on(table.askedAt).where(sql`open`)],
);

/** Payouts of advisors' accounts to their banks, as the card provider last told. */
export const payouts = pgTable(
  "payouts",
  {
    id: serial("id").primaryKey(),
    providerId: text("provider_id").notNull().unique("payouts_provider_id"),
    memberId: memberId("member_id"),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    status: text("status", { enum: payoutStatuses }).notNull(),
    createdAt: moment("created_at").notNull(),
    arrivesOn: date("arrives_on", { mode: "string" }).notNull(),
    /** The provider's code for why the bank sent it back. */
    failure: text("failure"),
    /** Made by the provider's schedule, which alone says what a payout includes. */
    automatic: boolean("automatic").notNull(),
    /** Whether the movements that it includes are known. */
    contentsKnown: boolean("contents_known").notNull().default(false),
    /** The later payout that carries the money of one that was sent back. */
    carriedBy: integer("carried_by").references((): AnyPgColumn => payouts.id),
  },
  (table) => [
    index("payouts_of_member").on(table.memberId, table.createdAt, table.id),
    index("payouts_by_moment").on(table.createdAt, table.id),
    index("payouts_by_status").on(table.status, table.createdAt, table.id),
    index("payouts_carried").on(table.carriedBy).where(sql`carried_by is not null`),
  ],
);

/**
 * What an invoice moved in its advisor's balance at the card provider: its payment, and what was given back of it. What an
 * account earns elsewhere is not ours and is not kept.
 */
export const earnings = pgTable(
  "earnings",
  {
    /** The provider's id of the balance transaction, and of what it is about. */
    id: text("id").primaryKey(),
    source: text("source").notNull(),
    memberId: memberId("member_id"),
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    type: text("type").notNull(),
    grossPence: bigint("gross_pence", { mode: "number" }).notNull(),
    commissionPence: bigint("commission_pence", { mode: "number" }).notNull(),
    netPence: bigint("net_pence", { mode: "number" }).notNull(),
    /** The moment at the provider, and its day in London. */
    movedAt: moment("moved_at").notNull(),
    movedOn: date("moved_on", { mode: "string" }).notNull(),
    /** The day from which the provider may pay it out. */
    availableOn: date("available_on", { mode: "string" }).notNull(),
    payoutId: integer("payout_id").references(() => payouts.id),
    /** From the status of the payout that carries it (`earningState`). */
    state: text("state", { enum: earningStates }).notNull(),
    paidOutOn: date("paid_out_on", { mode: "string" }),
  },
  (table) => [
    index("earnings_of_member").on(table.memberId, table.movedOn, table.id),
    index("earnings_of_invoice").on(table.invoiceId),
    index("earnings_source").on(table.source),
    index("earnings_of_payout").on(table.payoutId),
    index("earnings_not_paid_out").on(table.memberId).where(sql`state <> 'paid_out'`),
  ],
);
