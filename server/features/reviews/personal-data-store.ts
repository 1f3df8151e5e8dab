import { eq, or, sql } from "drizzle-orm";
import { personalTable } from "../../database/personal-data.ts";
import { reviews } from "./schema.ts";

export const reviewsPersonalData = [
  personalTable(reviews, ({ id }) => or(eq(reviews.customerId, id), eq(reviews.advisorId, id)) ?? sql`false`, {
    erase: { keptBecause: "An advisor is chosen by them, and the writer's name is not shown any more." },
  }),
];
