import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy } from "../../database/prepared.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { reviews } from "./schema.ts";

const maxReviews = 100;

const ofMember = preparedBy((db, role: "advisor" | "customer") => {
  const [own, other] =
    role === "advisor" ? [reviews.advisorId, reviews.customerId] : [reviews.customerId, reviews.advisorId];
  return db
    .select({
      id: reviews.id,
      engagement: engagementNameColumn(sql`${reviews.engagementId}`),
      other: nameColumn(sql`${other}`),
      rating: reviews.rating,
      ratingChosen: reviews.ratingChosen,
      body: reviews.body,
      answer: reviews.answer,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .where(eq(own, sql.placeholder("memberId")))
    .orderBy(desc(reviews.id))
    .limit(maxReviews)
    .prepare(`reviews_of_member_${role}`);
});

/** The newest reviews that a member has received or written, for staff. */
export async function reviewsOfMember(db: Db, memberId: number, role: "advisor" | "customer") {
  return ofMember(db, role).execute({ memberId });
}

/** How many reviews a member has received or written. */
export const reviewCountColumn = (memberId: SQL): SQL<number> => sql`(
  (select count(*)::int from reviews r where r.advisor_id = ${memberId})
  + (select count(*)::int from reviews r where r.customer_id = ${memberId}))`;
