import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Webhook events of the card provider by their id, so that a repeated delivery changes nothing. */
export const providerEvents = pgTable("provider_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: moment("received_at").notNull().defaultNow(),
  handledAt: moment("handled_at"),
});
