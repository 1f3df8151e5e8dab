import { eq, sql } from "drizzle-orm";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import { reviews } from "./schema.ts";

const customer = profileJoin();

const latestOf = preparedOn((db) => {
  const advisors = sql`unnest(${arrayParameter("advisorIds", "int")}) as advisors (id)`;
  const newest = sql`(
    select r.id from reviews r where r.advisor_id = advisors.id and r.removed_reason is null
    order by r.id desc limit 1)`;
  const { memberId, name, companyName } = customer.columns;
  const some = db
    .select({
      advisorId: reviews.advisorId,
      rating: reviews.rating,
      ratingChosen: reviews.ratingChosen,
      text: reviews.body,
      createdAt: reviews.createdAt,
      customer: { id: memberId, name, companyName },
    })
    .from(advisors)
    .innerJoin(reviews, eq(reviews.id, newest));
  return customer.join(some.$dynamic(), reviews.customerId).prepare("latest_reviews_of");
});

/**
 * The newest review of each of some advisors, with its customer's name; advisors without one are left out. Not one that was
 * removed: what stands in its place are no words of the customer's.
 */
export const latestReviewsOf = (db: Db, advisorIds: readonly number[]) => latestOf(db).execute({ advisorIds });
export type LatestReview = Awaited<ReturnType<typeof latestReviewsOf>>[number];
