import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

const position = (name: string) => bigint(name, { mode: "number" });

/**
 * The audit: events of staff and of accounts, sealed one after the other (ADR-028). The id is the position, without
 * gaps; as primary key it keeps the chain from forking. Triggers refuse changes and deletions (row G-10).
 */
export const auditEntries = pgTable("audit_entries", {
  id: position("id").primaryKey(),
  eventId: position("event_id").notNull().unique("audit_entries_event_id"),
  /** Of the event, of those whom it concerns and of the hash before it (chain.ts). */
  hash: text("hash").notNull(),
  sealedAt: moment("sealed_at").notNull(),
});

/** Those whom an entry concerns: who acted, whose account it is, the parties of an invoice or an engagement. */
export const auditPeople = pgTable(
  "audit_people",
  {
    memberId: memberId("member_id"),
    entryId: position("entry_id")
      .notNull()
      .references(() => auditEntries.id),
    /** Whether staff did it, and not to themselves: the member reads it on their own account page. */
    byStaff: boolean("by_staff").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.entryId] }),
    index("audit_people_of_entry").on(table.entryId),
    index("audit_people_by_staff").on(table.memberId, table.entryId).where(sql`by_staff`),
  ],
);
