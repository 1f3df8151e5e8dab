import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";

/** Links in e-mails: random, stored hashed, single use (decision 3). */
export const links = pgTable(
  "links",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    purpose: text("purpose", {
      enum: ["verify", "create_password", "reset_password", "change_email", "application"],
    }).notNull(),
    tokenHash: text("token_hash").notNull().unique("links_token_hash"),
    /** The address that a change_email link was sent to, and makes the account's; null for the others. */
    newEmail: text("new_email"),
    /** Null where only use or a newer link ends it. */
    expiresAt: moment("expires_at"),
    usedAt: moment("used_at"),
    createdAt: created(),
  },
  (table) => [index("links_unused").on(table.memberId, table.purpose).where(sql`used_at is null`)],
);

/**
 * Browsers and clients that have signed in to an account: strangers' guesses do not lock them out (decision 49). The token
 * is the client's to keep and opens nothing by itself; here it is hashed.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: text("token_hash").notNull(),
    memberId: memberId("member_id"),
    createdAt: created(),
    lastUsedAt: moment("last_used_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.memberId] }),
    index("known_devices_of_member").on(table.memberId),
    index("known_devices_by_use").on(table.lastUsedAt),
  ],
);
