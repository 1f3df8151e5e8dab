import type { ComparedKind } from "@plumbline/contract/back-office/reconciliation.ts";
import { index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

/** A difference between the provider's records and ours; amounts in pence, null where one side has no record. */
export type Difference = {
  kind: ComparedKind;
  providerId: string;
  invoiceId: number | null;
  what: string;
  ours: number | null;
  theirs: number | null;
};

/** What was compared of one kind, in pence. */
export type Compared = { kind: ComparedKind; count: number; ours: number; theirs: number };

/** Each comparison of our money with the card provider's. */
export const reconciliations = pgTable(
  "reconciliations",
  {
    id: serial("id").primaryKey(),
    at: moment("at").notNull(),
    since: moment("since").notNull(),
    /** The member of staff; null for the daily run. */
    askedBy: integer("asked_by").references(() => members.id),
    /** Why the provider could not be asked; nothing was compared then. */
    failure: text("failure"),
    compared: jsonb("compared").$type<Compared[]>().notNull(),
    differenceCount: integer("difference_count").notNull(),
    /** The first hundred. */
    differences: jsonb("differences").$type<Difference[]>().notNull(),
  },
  (table) => [index("reconciliations_by_moment").on(table.at)],
);
