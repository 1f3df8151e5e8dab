import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { memberId } from "../auth/schema.ts";
import { created } from "../database/columns.ts";

export const files = pgTable(
  "files",
  {
    id: serial("id").primaryKey(),
    ownerId: memberId("owner_id"),
    purpose: text("purpose", {
      enum: ["photo", "engagement", "message", "appeal", "evidence", "dispute", "site"],
    }).notNull(),
    /** The key in the store: random, without user input. */
    key: text("key").notNull().unique("files_key"),
    name: text("name").notNull(),
    size: integer("size").notNull(),
    contentType: text("content_type").notNull(),
    createdAt: created(),
    /** Set by the job that removes unattached files, which looks at the others only. */
    attached: boolean("attached").notNull().default(false),
  },
  (table) => [
    index("files_of_owner").on(table.ownerId, table.createdAt),
    index("files_to_check").on(table.createdAt).where(sql`not attached`),
  ],
);
