import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { created, moment } from "../database/columns.ts";

/** Secrets of the installation, created at the first start: the signing key. */
export const secrets = pgTable("secrets", { name: text("name").primaryKey(), value: text("value").notNull() });

/** Sorts applications by state: those that wait for staff, those that wait for the applicant, all others. */
export const waitingFirst = (state: SQLWrapper): SQL =>
  sql`(case ${state} when 'pending_review' then 0 when 'pending_verification' then 1 else 2 end)`;

/** Customers, advisors and staff share one table, so that a member id is unique over all roles (decision 5). */
export const members = pgTable(
  "members",
  {
    id: serial("id").primaryKey(),
    role: text("role", { enum: ["customer", "advisor", "staff"] }).notNull(),
    /** In lower case; unique over all roles. */
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
    /** A customer has an active membership paid by card, or an advisor's payout account can be paid (decision 6). */
    stripeSetup: boolean("stripe_setup").notNull().default(false),
    createdAt: created(),
  },
  (table) => [
    index("members_queue").on(table.state, table.id).where(sql`role <> 'staff'`),
    index("members_by_role").on(table.role, table.id),
    index("members_applications").on(waitingFirst(table.state), table.id).where(sql`role <> 'staff'`),
  ],
);

/** A foreign key to members. */
export const memberId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => members.id);

export const sessions = pgTable(
  "sessions",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash"),
    userAgent: text("user_agent"),
    createdAt: created(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("sessions_of_member").on(table.memberId, table.id), index("sessions_by_end").on(table.expiresAt)],
);
