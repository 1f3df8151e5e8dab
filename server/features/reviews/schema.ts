import { boolean, index, integer, pgTable, serial, smallint, text } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";
import { engagements } from "../engagements/schema.ts";

export const reviews = pgTable(
  "reviews",
  {
    id: serial("id").primaryKey(),
    engagementId: integer("engagement_id")
      .notNull()
      .references(() => engagements.id)
      .unique("reviews_one_per_engagement"),
    advisorId: memberId("advisor_id"),
    customerId: memberId("customer_id"),
    rating: smallint("rating").notNull(),
    /** False when the customer left the five stars untouched: such ratings do not count in averages (decision 26). */
    ratingChosen: boolean("rating_chosen").notNull(),
    body: text("body").notNull(),
    /** Why staff removed it; the body is then the sentence that stands in its place. */
    removedReason: text("removed_reason"),
    answer: text("answer"),
    answeredAt: moment("answered_at"),
    createdAt: created(),
  },
  (table) => [
    // With the columns of the averages, which are then read from the index alone.
    index("reviews_of_advisor").on(table.advisorId, table.id, table.ratingChosen, table.rating),
    index("reviews_of_customer").on(table.customerId, table.id, table.ratingChosen, table.rating),
  ],
);
