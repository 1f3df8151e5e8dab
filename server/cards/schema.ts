import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Webhook events of the card provider by their id, so that a repeated delivery changes nothing. */
export const providerEvents = pgTable(
  "provider_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    handledAt: moment("handled_at"),
    /** The connected account that it concerns; null for our own. */
    account: text("account"),
    attempts: integer("attempts").notNull().default(0),
    /** The name and place of the last error, without its message, which may contain personal data. */
    failure: text("failure"),
  },
  (table) => [index("provider_events_unhandled").on(table.receivedAt).where(sql`handled_at is null`)],
);
