import { disputeStates } from "@plumbline/contract/invoices/rules.ts";
import type { Kind } from "@plumbline/contract/notifications/rules.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";

// Money is whole pence, quantities whole hundredths, moments UTC, days London calendar days (decision 13).
const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const created = () => moment("created_at").notNull().defaultNow();
const ids = (name: string) => integer(name).array().notNull().default(sql`'{}'`);
const member = (name: string) =>
  integer(name)
    .notNull()
    .references(() => members.id);

/** What an installation needs to keep to itself, made at first start: the key that signs file addresses. */
export const secrets = pgTable("secrets", { name: text("name").primaryKey(), value: text("value").notNull() });

/** Everything the forms choose from; `parentId` is a city's country. */
export const referenceEntries = pgTable(
  "reference_entries",
  {
    id: serial("id").primaryKey(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    parentId: integer("parent_id"),
  },
  (table) => [
    unique("reference_entries_name").on(table.kind, table.parentId, table.name).nullsNotDistinct(),
    index("reference_entries_kind").on(table.kind, table.parentId, table.position),
  ],
);

// Members ---------------------------------------------------------------------------------------------------------

/** Customers, advisors and staff share one table, so that an id names one person everywhere (decision 5). */
export const members = pgTable(
  "members",
  {
    id: serial("id").primaryKey(),
    role: text("role", { enum: ["customer", "advisor", "staff"] }).notNull(),
    /** Kept in lower case; unique across roles. */
    email: text("email").notNull().unique("members_email"),
    state: text("state", {
      enum: ["pending_verification", "pending_review", "approved", "active", "rejected", "suspended"],
    }).notNull(),
    passwordHash: text("password_hash"),
    verifiedAt: moment("verified_at"),
    decision: text("decision", { enum: ["approved", "rejected"] }),
    decidedAt: moment("decided_at"),
    decidedBy: integer("decided_by"),
    decisionReason: text("decision_reason"),
    profileSetup: boolean("profile_setup").notNull().default(false),
    /** A live membership paid by card, or a payout account that may be paid (decision 6). */
    stripeSetup: boolean("stripe_setup").notNull().default(false),
    createdAt: created(),
  },
  (table) => [index("members_queue").on(table.state, table.id), index("members_by_role").on(table.role, table.id)],
);

/** What a member tells about themselves and their company; a row from the application on. */
export const profiles = pgTable("profiles", {
  memberId: integer("member_id")
    .primaryKey()
    .references(() => members.id),
  /** Grows with every save, so that two tabs cannot silently overwrite each other. */
  version: integer("version").notNull().default(1),
  name: text("name").notNull(),
  photoId: integer("photo_id"),
  /** The same picture, large enough for a profile page. */
  largePhotoId: integer("large_photo_id"),
  headLine: text("head_line"),
  description: text("description"),
  phoneNumber: text("phone_number"),
  positionOrTitle: text("position_or_title"),
  jobTitleId: integer("job_title_id"),
  investmentOrRevenueId: integer("investment_or_revenue_id"),
  annualRevenueId: integer("annual_revenue_id"),
  yearlyBudgetId: integer("yearly_budget_id"),
  raisingInvestment: boolean("raising_investment"),
  newsletterSubscribed: boolean("newsletter_subscribed").notNull().default(false),
  linkedinProfileUrl: text("linkedin_profile_url"),
  basedInUk: boolean("based_in_uk"),
  classificationTypeId: integer("classification_type_id"),
  advisoryExperience: text("advisory_experience"),
  origin: text("origin"),
  referredAdvisors: text("referred_advisors").array().notNull().default(sql`'{}'`),
  valueSetId: integer("value_set_id"),
  /** Pence per day: the wire calls it fee_per_hour. */
  feePence: integer("fee_pence"),
  investmentOpportunitiesEnabled: boolean("investment_opportunities_enabled").notNull().default(false),
  expertiseAreaIds: ids("expertise_area_ids"),
  industryIds: ids("industry_ids"),
  companySizeIds: ids("company_size_ids"),
  businessExperienceIds: ids("business_experience_ids"),
  seniorityIds: ids("seniority_ids"),
  availabilityIds: ids("availability_ids"),
  valueSetIds: ids("value_set_ids"),
  investmentAimIds: ids("investment_aim_ids"),
  advisoryServiceIds: ids("advisory_service_ids"),
  companyName: text("company_name"),
  countryId: integer("country_id"),
  cityId: integer("city_id"),
  address1: text("address_1"),
  address2: text("address_2"),
  postcode: text("postcode"),
  companySizeId: integer("company_size_id"),
  industryId: integer("industry_id"),
});

/** Links in e-mails: random, stored hashed, single use (decision 3). */
export const links = pgTable(
  "links",
  {
    id: serial("id").primaryKey(),
    memberId: member("member_id"),
    purpose: text("purpose", { enum: ["verify", "create_password", "reset_password", "change_email"] }).notNull(),
    tokenHash: text("token_hash").notNull().unique("links_token_hash"),
    /** The address that a change_email link was sent to, and makes the account's; null for the others. */
    newEmail: text("new_email"),
    /** Null where only use or a newer link ends it. */
    expiresAt: moment("expires_at"),
    usedAt: moment("used_at"),
    createdAt: created(),
  },
  (table) => [index("links_of_member").on(table.memberId, table.purpose)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: serial("id").primaryKey(),
    memberId: member("member_id"),
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash"),
    userAgent: text("user_agent"),
    createdAt: created(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("sessions_of_member").on(table.memberId)],
);

/**
 * Browsers and clients that have signed in to an account: strangers' guesses do not lock them out (decision 49). The token
 * is the client's to keep and opens nothing by itself; here it is hashed.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: text("token_hash").notNull(),
    memberId: member("member_id"),
    createdAt: created(),
    lastUsedAt: moment("last_used_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.memberId] }),
    index("known_devices_of_member").on(table.memberId),
  ],
);

/**
 * Counters of limits, one for all processes (server/platform/limits.ts). Unlogged (see its migration): they need not
 * outlive a crash of the database.
 */
export const limitCounts = pgTable(
  "limit_counts",
  {
    key: text("key").primaryKey(),
    times: integer("times").notNull(),
    until: moment("until").notNull(),
  },
  (table) => [index("limit_counts_until").on(table.until)],
);

/**
 * What came of a call that carried an Idempotency-Key (decision 46), for 24 hours. Key and request are kept as keyed
 * hashes, steps and answer sealed with a key that only whoever sends the Idempotency-Key again can make.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Whose key it is: "member 12", or "visitor" with a keyed hash of the address it came from. */
    scope: text("scope").notNull(),
    endpoint: text("endpoint").notNull(),
    keyHash: text("key_hash").notNull(),
    requestHash: text("request_hash").notNull(),
    /** Random; changes when another run takes the key over, so that the one before cannot commit any more. */
    claim: text("claim").notNull(),
    /** The run is alive until then; it renews this while it works. */
    leasedUntil: moment("leased_until").notNull(),
    /** What the transactions that have committed returned: written in them. Null while there is none. */
    steps: bytes("steps"),
    /** The answer, once there is one. */
    status: smallint("status"),
    body: bytes("body"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.endpoint, table.keyHash] }),
    index("idempotency_keys_by_request").on(table.endpoint, table.keyHash, table.requestHash),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

// The event log ---------------------------------------------------------------------------------------------------

/** One row per meaningful action, written in its transaction; timeline, notices and audit are readings of it. */
export const events = pgTable(
  "events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: text("kind").notNull(),
    /** Null when the clock or the card provider acted. */
    actorId: integer("actor_id"),
    subject: text("subject").notNull(),
    subjectId: integer("subject_id").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: created(),
    deliveredAt: moment("delivered_at"),
    leasedUntil: moment("leased_until"),
    /** The process that is telling it, by a random name. */
    lease: text("lease"),
    attempts: integer("attempts").notNull().default(0),
    /** Set when its notices failed too often: it is tried no more, and `failure` says why. */
    failedAt: moment("failed_at"),
    failure: text("failure"),
  },
  (table) => [
    index("events_of_subject").on(table.subject, table.subjectId, table.id),
    index("events_to_tell").on(table.id).where(sql`delivered_at is null and failed_at is null`),
    index("events_failed").on(table.id).where(sql`failed_at is not null`),
  ],
);

/** E-mails that wait to leave. The text is emptied once sent: it may carry a link that signs somebody in. */
export const mails = pgTable(
  "mails",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    eventId: bigint("event_id", { mode: "number" }),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** Whom an answer goes to; null for what a program wrote. */
    replyTo: text("reply_to"),
    createdAt: created(),
    /** While it is being sent, the moment at which another process may take it over. */
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    /** The process that is sending it, by a random name. */
    lease: text("lease"),
    attempts: integer("attempts").notNull().default(0),
    sentAt: moment("sent_at"),
    /** What the last attempt met, in the server's words; personal data and links are left out. */
    failure: text("failure"),
    /** Whether that was the server's trouble as a whole, so that it is over as soon as any e-mail leaves. */
    serverTrouble: boolean("server_trouble").notNull().default(false),
    giveUpAt: moment("give_up_at").notNull().default(sql`now() + interval '3 days'`),
    /** Set when it was refused for good, or could not leave for three days: a dead letter. */
    failedAt: moment("failed_at"),
    /** Where one click in a mail program unsubscribes (RFC 8058); null for what always comes. Emptied once sent. */
    unsubscribeUrl: text("unsubscribe_url"),
  },
  (table) => [
    unique("mails_once").on(table.eventId, table.kind, table.recipient),
    index("mails_to_send").on(table.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    index("mails_failed").on(table.id).where(sql`failed_at is not null`),
  ],
);

/** Addresses whose own mail server said that they take no mail. One that takes an e-mail later is forgotten here. */
export const refusedAddresses = pgTable("refused_addresses", {
  /** In lower case, as members have it. */
  email: text("email").primaryKey(),
  reason: text("reason").notNull(),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** What happened that concerns a member, on their bell or not. */
export const notifications = pgTable(
  "notifications",
  {
    id: serial("id").primaryKey(),
    memberId: member("member_id"),
    eventId: bigint("event_id", { mode: "number" }).notNull(),
    message: text("message").notNull(),
    /** Where it leads: a path of the web. */
    action: text("action").notNull(),
    isRead: boolean("is_read").notNull().default(false),
    /** Its kind, as in contract/notifications/rules.ts; null for what was told before there were kinds. */
    about: text("about").$type<Kind>(),
    /** False for what the member wants to be without: their open pages learn of it, the bell does not. */
    onBell: boolean("on_bell").notNull().default(true),
    /** The day whose digest carries it; null once it has, and for what no digest carries. */
    digestOn: date("digest_on", { mode: "string" }),
    createdAt: created(),
  },
  (table) => [
    unique("notifications_once").on(table.eventId, table.memberId),
    index("notifications_of_member").on(table.memberId, table.id),
    index("notifications_for_digest").on(table.digestOn, table.memberId).where(sql`digest_on is not null`),
  ],
);

/** What a member has turned off; no row for whoever has chosen nothing. */
export const notificationSettings = pgTable("notification_settings", {
  memberId: integer("member_id")
    .primaryKey()
    .references(() => members.id),
  digest: boolean("digest").notNull().default(false),
  mutedInApp: text("muted_in_app").array().notNull().default(sql`'{}'`),
  mutedByEmail: text("muted_by_email").array().notNull().default(sql`'{}'`),
  /** The day of the last digest: never two of one day. */
  lastDigestOn: date("last_digest_on", { mode: "string" }),
});

// Files -----------------------------------------------------------------------------------------------------------

export const files = pgTable(
  "files",
  {
    id: serial("id").primaryKey(),
    ownerId: member("owner_id"),
    purpose: text("purpose", { enum: ["photo", "engagement", "message"] }).notNull(),
    /** The name in the store: random, never the person's. */
    key: text("key").notNull().unique("files_key"),
    name: text("name").notNull(),
    size: integer("size").notNull(),
    contentType: text("content_type").notNull(),
    createdAt: created(),
  },
  (table) => [index("files_of_owner").on(table.ownerId)],
);

// Money -----------------------------------------------------------------------------------------------------------

/** A customer's membership as the card provider last told it. */
export const memberships = pgTable("memberships", {
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
  /** A subscription whose payment went back to the payer: it gives no access, whatever the provider says of it. */
  revokedSubscriptionId: text("revoked_subscription_id"),
  revokedBecause: text("revoked_because", { enum: ["dispute_lost", "refunded"] }),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** A payment of a membership that was refunded or disputed; of all others the card provider alone knows. */
export const membershipPayments = pgTable(
  "membership_payments",
  {
    id: serial("id").primaryKey(),
    memberId: member("member_id"),
    subscriptionId: text("subscription_id").notNull(),
    /** The provider's ids of the bill, of the payment and of the charge. */
    billId: text("bill_id").notNull(),
    intentId: text("intent_id").notNull().unique("membership_payments_intent"),
    chargeId: text("charge_id").notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    refundedPence: bigint("refunded_pence", { mode: "number" }).notNull().default(0),
    paidAt: moment("paid_at").notNull(),
    /** The end of what it paid for. */
    paidUntil: moment("paid_until").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [index("membership_payments_of_member").on(table.memberId)],
);

/** Each attempt to subscribe: its id is the idempotency key, so that a repeated call charges once. */
export const subscriptionAttempts = pgTable(
  "subscription_attempts",
  {
    id: serial("id").primaryKey(),
    memberId: member("member_id"),
    priceId: text("price_id").notNull(),
    outcome: text("outcome", { enum: ["started", "succeeded", "requires_action", "failed"] })
      .notNull()
      .default("started"),
    createdAt: created(),
    /** Until then a process carries it through; it says so again and again. */
    heldUntil: moment("held_until").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("subscription_attempts_one").on(table.memberId).where(sql`outcome = 'started'`)],
);

export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    accountId: text("account_id").notNull().unique("payout_accounts_account"),
    payable: boolean("payable").notNull().default(false),
    /** What the provider still asks for, in its own words. */
    requirements: text("requirements").array().notNull().default(sql`'{}'`),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** When the provider last said how it stands; null since it was connected. */
    askedAt: moment("asked_at"),
  },
  (table) => [index("payout_accounts_by_answer").on(table.payable, table.updatedAt)],
);

/** A member as a document names them. */
export type NamedParty = Pick<Party["profile"], "name"> & Pick<Party, "company">;

export const invoices = pgTable(
  "invoices",
  {
    id: serial("id").primaryKey(),
    engagementId: integer("engagement_id")
      .notNull()
      .references(() => engagements.id),
    advisorId: member("advisor_id"),
    customerId: member("customer_id"),
    /** Gapless per advisor, given when it is sent (decision 19). */
    number: integer("number"),
    status: text("status", { enum: ["draft", "sent", "processing", "completed", "void", "refunded"] }).notNull(),
    totalPence: bigint("total_pence", { mode: "number" }).notNull(),
    /** In percent, kept from the moment of sending (decision 14). */
    feePercent: integer("fee_percent"),
    feePence: bigint("fee_pence", { mode: "number" }),
    issuedOn: date("issued_on", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    /** Who they were on the day of sending; null while it is a draft, which shows who they are. */
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

/** The last number given per advisor; locked while one is given, so that there is no gap. */
export const invoiceNumbers = pgTable("invoice_numbers", {
  advisorId: integer("advisor_id")
    .primaryKey()
    .references(() => members.id),
  last: integer("last").notNull(),
});

/** Each attempt to pay an invoice: recorded, sent to the provider with its id as key, settled (house rule 8). */
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
    /** Written before the provider is asked to give the money back, so that a refund is carried through (house rule 8). */
    refundReason: text("refund_reason"),
    refundAskedBy: integer("refund_asked_by"),
    refundId: text("refund_id"),
    failure: text("failure"),
    createdAt: created(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    // Paying from two browsers at once: only one attempt may be alive or have succeeded (decision 18).
    uniqueIndex("payments_one_alive")
      .on(table.invoiceId)
      .where(sql`status in ('started', 'requires_action', 'succeeded')`),
    index("payments_of_invoice").on(table.invoiceId, table.id),
    index("payments_open").on(table.createdAt).where(sql`status in ('started', 'requires_action')`),
    index("payments_to_refund").on(table.id).where(sql`status = 'succeeded' and refund_reason is not null`),
  ],
);

/** A payment that its payer disputes with their bank, by the provider's own id: told twice, it is one row. */
export const disputes = pgTable(
  "disputes",
  {
    id: serial("id").primaryKey(),
    providerId: text("provider_id").notNull().unique("disputes_provider_id"),
    /** Of an invoice's payment, or of a membership's. */
    invoiceId: integer("invoice_id").references(() => invoices.id),
    paymentId: integer("payment_id").references(() => payments.id),
    membershipPaymentId: integer("membership_payment_id").references(() => membershipPayments.id),
    state: text("state", { enum: disputeStates }).notNull(),
    amountPence: bigint("amount_pence", { mode: "number" }).notNull(),
    /** The provider's word for what the bank says. */
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
  ],
);

/** Webhooks of the card provider, by their own id: one that comes twice changes nothing. */
export const providerEvents = pgTable("provider_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: moment("received_at").notNull().defaultNow(),
  handledAt: moment("handled_at"),
});

// Engagements -----------------------------------------------------------------------------------------------------

export const engagements = pgTable(
  "engagements",
  {
    id: serial("id").primaryKey(),
    advisorId: member("advisor_id"),
    customerId: member("customer_id"),
    name: text("name").notNull(),
    description: text("description").notNull(),
    themeId: integer("theme_id").notNull(),
    startDate: date("start_date", { mode: "string" }).notNull(),
    endDate: date("end_date", { mode: "string" }).notNull(),
    status: text("status", {
      enum: ["proposed", "accepted", "in_progress", "edit_suggested", "rejected", "completed"],
    }).notNull(),
    paymentType: text("payment_type", { enum: ["hourly", "daily", "weekly", "monthly"] }).notNull(),
    unitPricePence: integer("unit_price_pence").notNull(),
    unitsHundredths: integer("units_hundredths").notNull(),
    totalPence: bigint("total_pence", { mode: "number" }).notNull(),
    attachmentIds: ids("attachment_ids"),
    collaborators: text("collaborators").array().notNull().default(sql`'{}'`),
    version: integer("version").notNull().default(1),
    reviewAskedAt: moment("review_asked_at"),
    createdAt: created(),
  },
  (table) => [
    index("engagements_of_advisor").on(table.advisorId, table.id),
    index("engagements_of_customer").on(table.customerId, table.id),
    index("engagements_to_start").on(table.startDate).where(sql`status = 'accepted'`),
  ],
);

/** What an earlier proposal said, kept at every resubmission so that the customer sees what changed. */
export const engagementVersions = pgTable(
  "engagement_versions",
  {
    engagementId: integer("engagement_id")
      .notNull()
      .references(() => engagements.id),
    version: integer("version").notNull(),
    terms: jsonb("terms").$type<Record<string, unknown>>().notNull(),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.engagementId, table.version] })],
);

export const reviews = pgTable(
  "reviews",
  {
    id: serial("id").primaryKey(),
    engagementId: integer("engagement_id")
      .notNull()
      .references(() => engagements.id)
      .unique("reviews_one_per_engagement"),
    advisorId: member("advisor_id"),
    customerId: member("customer_id"),
    rating: smallint("rating").notNull(),
    /** False when the five stars were never touched: such ratings stay out of averages (decision 26). */
    ratingChosen: boolean("rating_chosen").notNull(),
    body: text("body").notNull(),
    answer: text("answer"),
    answeredAt: moment("answered_at"),
    createdAt: created(),
  },
  (table) => [index("reviews_of_advisor").on(table.advisorId, table.id)],
);

// Matching --------------------------------------------------------------------------------------------------------

/** What a customer looks for. */
export const preferences = pgTable("preferences", {
  memberId: integer("member_id")
    .primaryKey()
    .references(() => members.id),
  industryId: integer("industry_id").notNull(),
  companySizeId: integer("company_size_id").notNull(),
  expertiseAreaIds: ids("expertise_area_ids"),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** What the matching index is read from: one row per advisor, derived from profile, reviews, engagements and messages. */
export const matchRows = pgTable(
  "match_rows",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    /** Approved, complete and payable (decision 33); a row that is not stays, so that every process learns of it. */
    listed: boolean("listed").notNull(),
    /** The points of the track record, 0 to 15. */
    quality: smallint("quality").notNull(),
    expertiseAreaIds: ids("expertise_area_ids"),
    industryIds: ids("industry_ids"),
    companySizeIds: ids("company_size_ids"),
    /** What the quality was worked out from, for the words that explain it. */
    facts: jsonb("facts").$type<Record<string, number>>().notNull().default({}),
    changedAt: moment("changed_at").notNull().defaultNow(),
  },
  (table) => [index("match_rows_changed").on(table.changedAt)],
);

/** Who was shown to whom, once a week and customer: what advisors read on their home. */
export const matchShowings = pgTable(
  "match_showings",
  {
    advisorId: member("advisor_id"),
    /** The Monday. */
    week: date("week", { mode: "string" }).notNull(),
    customerId: member("customer_id"),
    position: smallint("position").notNull(),
    /** Points of the four parts, in the order of the rules' table. */
    points: smallint("points").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.advisorId, table.week, table.customerId] })],
);

/** What a customer asked for in their own words (decision 34). */
export const advisorRequests = pgTable("advisor_requests", {
  id: serial("id").primaryKey(),
  memberId: member("member_id"),
  message: text("message").notNull(),
  createdAt: created(),
});

// Messages --------------------------------------------------------------------------------------------------------

export const conversations = pgTable(
  "conversations",
  {
    id: serial("id").primaryKey(),
    customerId: member("customer_id"),
    advisorId: member("advisor_id"),
    lastMessageId: bigint("last_message_id", { mode: "number" }),
    lastMessageAt: moment("last_message_at"),
    customerReadId: bigint("customer_read_id", { mode: "number" }).notNull().default(0),
    advisorReadId: bigint("advisor_read_id", { mode: "number" }).notNull().default(0),
    customerUnread: integer("customer_unread").notNull().default(0),
    advisorUnread: integer("advisor_unread").notNull().default(0),
    /** When to remind them by e-mail of what they have not read; null when there is nothing, and once it was done. */
    customerRemindAt: moment("customer_remind_at"),
    advisorRemindAt: moment("advisor_remind_at"),
    createdAt: created(),
  },
  (table) => [
    unique("conversations_pair").on(table.customerId, table.advisorId),
    index("conversations_of_customer").on(table.customerId, table.lastMessageId),
    index("conversations_of_advisor").on(table.advisorId, table.lastMessageId),
    index("conversations_to_remind_customer").on(table.customerRemindAt).where(sql`customer_remind_at is not null`),
    index("conversations_to_remind_advisor").on(table.advisorRemindAt).where(sql`advisor_remind_at is not null`),
  ],
);

export const messages = pgTable(
  "messages",
  {
    id: bigserial("id", { mode: "number" }),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => conversations.id),
    senderId: member("sender_id"),
    body: text("body").notNull(),
    attachmentIds: ids("attachment_ids"),
    /** Given by the sender's browser: a retry with the same one stores one message (decision 29). */
    clientId: text("client_id"),
    createdAt: created(),
  },
  (table) => [
    /** Which message shows a file: few messages have any, and only those are in it. */
    index("messages_with_files").using("gin", table.attachmentIds).where(sql`attachment_ids <> '{}'`),
    // No index on the id alone: read backwards it looks cheap for a long conversation, which may have ended long ago.
    primaryKey({ name: "messages_of_conversation", columns: [table.conversationId, table.id] }),
    uniqueIndex("messages_once")
      .on(table.conversationId, table.senderId, table.clientId)
      .where(sql`client_id is not null`),
  ],
);

// Visitors --------------------------------------------------------------------------------------------------------

export const supportMessages = pgTable("support_messages", {
  id: serial("id").primaryKey(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  email: text("email").notNull(),
  message: text("message").notNull(),
  createdAt: created(),
});

export const subscribers = pgTable("subscribers", {
  id: serial("id").primaryKey(),
  email: text("email").notNull().unique("subscribers_email"),
  name: text("name").notNull(),
  createdAt: created(),
});
