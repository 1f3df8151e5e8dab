import { announcementStates, audienceRoles, audienceStates } from "@plumbline/contract/announcements/rules.ts";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";

/** What staff announce to members. */
export const announcements = pgTable(
  "announcements",
  {
    id: serial("id").primaryKey(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** A path of the web. */
    link: text("link"),
    role: text("role", { enum: audienceRoles }).notNull(),
    audience: text("audience", { enum: audienceStates }).notNull(),
    byEmail: boolean("by_email").notNull(),
    banner: boolean("banner").notNull(),
    state: text("state", { enum: announcementStates }).notNull(),
    sendAt: moment("send_at").notNull(),
    finishedAt: moment("finished_at"),
    /** Counted as sending begins. */
    receivers: integer("receivers"),
    reached: integer("reached").notNull().default(0),
    /** The last member of the last batch: each batch begins after it. */
    reachedId: integer("reached_id").notNull().default(0),
    createdBy: memberId("created_by"),
    createdAt: created(),
  },
  (table) => [index("announcements_due").on(table.sendAt).where(sql`state = 'scheduled'`)],
);

/** Who has received an announcement, and until when its banner stands on their pages. */
export const announcementReceipts = pgTable(
  "announcement_receipts",
  {
    announcementId: integer("announcement_id")
      .notNull()
      .references(() => announcements.id),
    memberId: memberId("member_id"),
    /** Null without a banner, and once it was dismissed. */
    bannerUntil: moment("banner_until"),
  },
  (table) => [
    index("announcement_receipts_of_member").on(table.memberId),
    primaryKey({ columns: [table.announcementId, table.memberId] }),
    index("announcement_banners").on(table.memberId, table.announcementId).where(sql`banner_until is not null`),
  ],
);
