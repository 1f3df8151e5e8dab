import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { engagements, profiles, reviews } from "../../schema.ts";
import { wasPaid } from "../invoices/paid.ts";

export type NewReview = typeof reviews.$inferInsert;

/** What an engagement shows of its reviews, as one JSON column; names the engagement's id in the outer query. */
export function reviewsColumn(engagementId: SQL): SQL<EngagementReview[]> {
  return sql`array(
    select json_build_object(
      'id', r.id, 'rating', r.rating, 'ratingChosen', r.rating_chosen, 'verified', ${wasPaid(sql.raw("r.engagement_id"))}, 'body', r.body,
      'answer', r.answer, 'answeredAt', r.answered_at, 'createdAt', r.created_at)
    from reviews r where r.engagement_id = ${engagementId})`;
}
export type EngagementReview = {
  id: number;
  rating: number;
  ratingChosen: boolean;
  verified: boolean;
  body: string;
  answer: string | null;
  answeredAt: string | null;
  createdAt: string;
};

/** Whether an engagement has its one review. */
export function isReviewed(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from reviews r where r.engagement_id = ${engagementId})`;
}

/** Null when the engagement has its review already. */
export async function insertReview(tx: Db, review: NewReview): Promise<number | null> {
  const [row] = await tx.insert(reviews).values(review).onConflictDoNothing().returning({ id: reviews.id });
  return row?.id ?? null;
}

const entries = (db: Db) =>
  db
    .select({
      review: reviews,
      projectName: engagements.name,
      verified: wasPaid(sql`${reviews.engagementId}`),
      industryId: profiles.industryId,
      companySizeId: profiles.companySizeId,
    })
    .from(reviews)
    .innerJoin(profiles, eq(profiles.memberId, reviews.customerId))
    .innerJoin(engagements, eq(engagements.id, reviews.engagementId));
export type ReviewRow = Awaited<ReturnType<typeof entries>>[number];

export async function findReview(db: Db, id: number): Promise<ReviewRow | null> {
  const [row] = await entries(db).where(eq(reviews.id, id));
  return row ?? null;
}

/** Whose reviews: those an advisor received, or those a customer left. */
export type Side = { advisorId: number } | { customerId: number };
const whose = (side: Side) =>
  "advisorId" in side ? eq(reviews.advisorId, side.advisorId) : eq(reviews.customerId, side.customerId);

/** The specification's page number forces OFFSET. */
export async function pageOfReviews(db: Db, side: Side, page: number, limit: number) {
  const rows = await entries(db)
    .where(whose(side))
    .orderBy(desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [sums] = await db
    .select({
      total: count(),
      chosen: sql<number>`count(*) filter (where ${reviews.ratingChosen})`,
      average: sql<string | null>`avg(${reviews.rating}) filter (where ${reviews.ratingChosen})`,
    })
    .from(reviews)
    .where(whose(side));
  return { rows, total: sums?.total ?? 0, chosen: sums?.chosen ?? 0, average: Number(sums?.average ?? 0) };
}

/** True for exactly one caller: an answer is given once (decision 26). */
export async function writeAnswer(tx: Db, id: number, answer: string, now: Date): Promise<boolean> {
  const written = await tx
    .update(reviews)
    .set({ answer, answeredAt: now })
    .where(sql`${reviews.id} = ${id} and ${reviews.answer} is null`)
    .returning({ id: reviews.id });
  return written.length === 1;
}
