import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/**
 * Counters of rate limits, shared by all processes (server/http/limits.ts). The migration makes the table unlogged,
 * because counters need not survive a crash of the database.
 */
export const limitCounts = pgTable(
  "limit_counts",
  {
    key: text("key").primaryKey(),
    times: integer("times").notNull(),
    until: moment("until").notNull(),
  },
  (table) => [index("limit_counts_until").on(table.until)],
);
