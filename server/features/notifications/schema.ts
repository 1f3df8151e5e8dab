import type { Kind } from "@plumbline/contract/notifications/rules.ts";
import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, serial, text, unique } from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { created } from "../../database/columns.ts";

/** Notifications of members, whether or not they are on the bell. */
export const notifications = pgTable(
  "notifications",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    eventId: bigint("event_id", { mode: "number" }).notNull(),
    message: text("message").notNull(),
    /** The target: a path of the web. */
    action: text("action").notNull(),
    isRead: boolean("is_read").notNull().default(false),
    /** The kind, as in contract/notifications/rules.ts; null for rows from before kinds existed. */
    about: text("about").$type<Kind>(),
    /** False when the member has turned the bell off for this kind: open pages are updated, the bell is not. */
    onBell: boolean("on_bell").notNull().default(true),
    /** The day whose digest includes it; null afterwards, and for rows that no digest includes. */
    digestOn: date("digest_on", { mode: "string" }),
    createdAt: created(),
  },
  (table) => [
    unique("notifications_once").on(table.eventId, table.memberId),
    index("notifications_of_member").on(table.memberId, table.id),
    index("notifications_unread").on(table.memberId, table.id).where(sql`on_bell and not is_read`),
    index("notifications_for_digest").on(table.digestOn, table.memberId).where(sql`digest_on is not null`),
  ],
);

/** What a member has turned off; no row while the member has changed nothing. */
export const notificationSettings = pgTable("notification_settings", {
  memberId: integer("member_id")
    .primaryKey()
    .references(() => members.id),
  digest: boolean("digest").notNull().default(false),
  mutedInApp: text("muted_in_app").array().notNull().default(sql`'{}'`),
  mutedByEmail: text("muted_by_email").array().notNull().default(sql`'{}'`),
  /** The day of the last digest, so that no day has two. */
  lastDigestOn: date("last_digest_on", { mode: "string" }),
});
