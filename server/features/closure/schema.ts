import { accountStates } from "@plumbline/contract/product.ts";
import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

/** Closed accounts: until `eraseOn` staff can open one again, then its member's data is erased (ADR-044). */
export const closures = pgTable(
  "closures",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    /** The account's state before, which it has again when it is opened. */
    stateBefore: text("state_before", { enum: accountStates }).notNull(),
    /** The member, or a member of staff. */
    closedBy: memberId("closed_by"),
    reason: text("reason"),
    closedAt: moment("closed_at").notNull(),
    /** A day in London. */
    eraseOn: date("erase_on", { mode: "string" }).notNull(),
    reopenedAt: moment("reopened_at"),
    reopenedBy: integer("reopened_by"),
    /** From here on it cannot be opened: the card provider is asked to forget its customer. */
    erasingAt: moment("erasing_at"),
    erasedAt: moment("erased_at"),
  },
  (table) => [
    index("closures_of_member").on(table.memberId),
    uniqueIndex("closures_in_force").on(table.memberId).where(sql`reopened_at is null`),
    index("closures_to_erase").on(table.eraseOn).where(sql`reopened_at is null and erased_at is null`),
  ],
);
