import { staffRoles } from "@plumbline/contract/back-office/staff-roles.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import { standings } from "@plumbline/contract/sanctions/rules.ts";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { bytes, created, moment } from "../database/columns.ts";
import { wordsOf } from "../database/words.ts";

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
    /** What a member of staff may do (contract/back-office/staff-roles.ts); null for customers and advisors. */
    staffRole: text("staff_role", { enum: staffRoles }),
    /** In lower case; unique over all roles. */
    email: text("email").notNull().unique("members_email"),
    state: text("state", {
      enum: accountStates,
    }).notNull(),
    /** What the sanctions in force leave the account; `sanctions` writes it (ADR-033). */
    standing: text("standing", { enum: standings }).notNull().default("open"),
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
    index("members_staff").on(table.id).where(sql`role = 'staff'`),
    index("members_by_role").on(table.role, table.id),
    index("members_applications").on(waitingFirst(table.state), table.id).where(sql`role <> 'staff'`),
    index("members_by_decision").on(table.decidedAt).where(sql`decided_at is not null and role <> 'staff'`),
    index("members_by_age").on(table.createdAt, table.id).where(sql`role <> 'staff'`),
    index("members_by_role_and_age").on(table.role, table.createdAt, table.id).where(sql`role <> 'staff'`),
    index("members_by_state_and_age").on(table.state, table.createdAt, table.id).where(sql`role <> 'staff'`),
    index("members_email_words")
      .using("gin", wordsOf(sql`${table.email}`))
      .with({ fastupdate: "off" }),
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
    /**
     * The session of the member of staff who looks at the account, read-only, as its member sees it (ADR-029); null for the
     * member's own. It ends with the one that it came from.
     */
    viewedBySession: integer("looking_from").references((): AnyPgColumn => sessions.id, { onDelete: "cascade" }),
    createdAt: created(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_of_member").on(table.memberId, table.id),
    index("sessions_by_end").on(table.expiresAt),
    index("sessions_looking").on(table.viewedBySession).where(sql`looking_from is not null`),
  ],
);

/** The second step of signing in: the secret that an authenticator app shares with us (RFC 6238). */
export const twoStep = pgTable("two_step", {
  memberId: memberId("member_id").primaryKey(),
  /** Encrypted (sealing.ts). */
  secret: bytes("secret").notNull(),
  /** Null until a first code has shown that the app has the secret: only then is it asked for. */
  confirmedAt: moment("confirmed_at"),
  /** The half minute of the last code that was accepted: a code counts once. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: created(),
});

/** Codes for members whose phone is lost; each opens once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    /**
     * A keyed hash (sealing.ts): the codes are so short that somebody with a copy of the database could otherwise try
     * them all.
     */
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("recovery_codes_of_member").on(table.memberId, table.codeHash)],
);
