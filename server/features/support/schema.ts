import { sql } from "drizzle-orm";
import { index, pgTable, serial, text } from "drizzle-orm/pg-core";
import { created } from "../../database/columns.ts";

export const supportMessages = pgTable(
  "support_messages",
  {
    id: serial("id").primaryKey(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    createdAt: created(),
  },
  (table) => [
    index("support_messages_of_address").on(table.email, table.createdAt),
    index("support_messages_of_person").on(sql`lower(${table.email})`),
  ],
);

export const subscribers = pgTable(
  "subscribers",
  {
    id: serial("id").primaryKey(),
    email: text("email").notNull().unique("subscribers_email"),
    name: text("name").notNull(),
    createdAt: created(),
  },
  (table) => [index("subscribers_of_person").on(sql`lower(${table.email})`)],
);
