import { moneySettings } from "@plumbline/contract/prices/rules.ts";
import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

/**
 * The settings of money as rows with the day from which they hold (ADR-034). A row is never changed but to withdraw it; every
 * process keeps those in force in memory.
 */
export const moneySettingRows = pgTable(
  "money_settings",
  {
    id: serial("id").primaryKey(),
    setting: text("setting", { enum: moneySettings }).notNull(),
    /** Whose own value it is; null for everybody's. */
    memberId: integer("member_id").references(() => members.id),
    /** A day in London. */
    fromDay: date("from_day", { mode: "string" }).notNull(),
    /** Hundredths of a percent or of a day; null ends a member's own value. */
    hundredths: integer("hundredths"),
    /** What would have held on the day without it. */
    beforeHundredths: integer("before_hundredths").notNull(),
    reason: text("reason").notNull(),
    setBy: integer("set_by").references(() => members.id),
    setAt: moment("set_at").notNull(),
    withdrawnAt: moment("withdrawn_at"),
    withdrawnBy: integer("withdrawn_by").references(() => members.id),
    withdrawnBecause: text("withdrawn_because"),
  },
  (table) => [
    uniqueIndex("money_settings_in_force")
      .on(sql`coalesce(member_id, 0)`, table.setting, table.fromDay)
      .where(sql`withdrawn_at is null`),
    index("money_settings_of_member").on(table.memberId, table.id),
  ],
);
