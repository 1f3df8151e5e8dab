import { index, integer, pgTable, serial, text, unique } from "drizzle-orm/pg-core";

/** The reference data that forms offer; `parentId` is a city's country. */
export const referenceEntries = pgTable(
  "reference_entries",
  {
    id: serial("id").primaryKey(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    parentId: integer("parent_id"),
  },
  (table) => [
    unique("reference_entries_name").on(table.kind, table.parentId, table.name).nullsNotDistinct(),
    index("reference_entries_kind").on(table.kind, table.parentId, table.position),
  ],
);
