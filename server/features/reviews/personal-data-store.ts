import { ofEither, personalTable } from "../../database/personal-data.ts";
import { reviews } from "./schema.ts";

export const reviewsPersonalData = [
  personalTable(reviews, ofEither(reviews.customerId, reviews.advisorId), {
    erase: { keptBecause: "An advisor is chosen by them, and the writer's name is not shown any more." },
  }),
];
