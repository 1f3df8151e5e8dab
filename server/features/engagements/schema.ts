import { sql } from "drizzle-orm";
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, ids, moment } from "../../database/columns.ts";
import { wordsOf } from "../../database/words.ts";

export const engagements = pgTable(
  "engagements",
  {
    id: serial("id").primaryKey(),
    advisorId: memberId("advisor_id"),
    customerId: memberId("customer_id"),
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
    index("engagements_completed").on(table.advisorId).where(sql`status = 'completed'`),
    index("engagements_by_age").on(table.createdAt, table.id),
    index("engagements_by_status").on(table.status, table.createdAt, table.id),
    index("engagements_of_theme").on(table.themeId, table.id),
    index("engagements_words")
      .using("gin", wordsOf(sql`${table.name}`))
      .with({ fastupdate: "off" }),
    index("engagements_to_start").on(table.startDate).where(sql`status = 'accepted'`),
  ],
);

/** Earlier versions of a proposal, kept at every resubmission so that the customer sees the changes. */
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
