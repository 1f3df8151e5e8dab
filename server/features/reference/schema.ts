import type { Kind } from "@plumbline/contract/reference/contract.ts";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "../../database/columns.ts";

/** The reference data that forms offer; `parentId` is a city's country. */
export const referenceEntries = pgTable(
  "reference_entries",
  {
    id: serial("id").primaryKey(),
    kind: text("kind").$type<Kind>().notNull(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    parentId: integer("parent_id"),
    /** Incremented by every change of name or state, so that of two changes one is refused. */
    version: integer("version").notNull().default(1),
    /** Set when staff stopped offering it: those who have it keep it. */
    retiredAt: moment("retired_at"),
    /** The entry that replaces this one. The row stays, for old versions of agreements, and is in no list. */
    mergedInto: integer("merged_into"),
    mergedAt: moment("merged_at"),
    /** Set when nothing uses a merged entry any more. */
    replacedAt: moment("replaced_at"),
    /** The member of staff who changed it last. */
    changedBy: integer("changed_by"),
  },
  (table) => [
    // A merged entry leaves its name to the list: the one that it is merged into may take it.
    uniqueIndex("reference_entries_name")
      .on(table.kind, sql`coalesce(parent_id, 0)`, table.name)
      .where(sql`merged_into is null`),
    index("reference_entries_kind").on(table.kind, table.parentId, table.position),
    index("reference_entries_merged").on(table.id).where(sql`merged_into is not null and replaced_at is null`),
  ],
);

/** How much uses each entry: counted by a job, because a count as it is read would read all members. */
export const referenceUses = pgTable("reference_uses", {
  entryId: integer("entry_id")
    .primaryKey()
    .references(() => referenceEntries.id),
  profiles: integer("profiles").notNull(),
  searches: integer("searches").notNull(),
  engagements: integer("engagements").notNull(),
  countedAt: moment("counted_at").notNull(),
});
