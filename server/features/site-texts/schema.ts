import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created, ids } from "../../database/columns.ts";

/** A picture of a text, as the process needs it to draw the page. */
export type StoredPicture = { id: number; key: string; alt: string; width: number; height: number };

/**
 * The texts that staff have given to the public pages, by version; a null title again for what was delivered. Every process
 * keeps the newest in memory.
 */
export const siteTextRows = pgTable(
  "site_texts",
  {
    name: text("name").notNull(),
    version: integer("version").notNull(),
    title: text("title"),
    body: text("body"),
    button: text("button"),
    link: text("link"),
    pictures: jsonb("pictures").$type<StoredPicture[]>().notNull().default([]),
    /** A banner that shows no picture, not even the delivered one. */
    pictureless: boolean("pictureless").notNull().default(false),
    /** The ids of the pictures, by which files know that they are in use. */
    fileIds: ids("file_ids"),
    editedBy: integer("edited_by").notNull(),
    createdAt: created(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version] }),
    index("site_texts_with_files").using("gin", table.fileIds).where(sql`file_ids <> '{}'`),
  ],
);
