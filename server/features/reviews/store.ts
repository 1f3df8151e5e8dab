import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { isOnPage } from "../../database/numbered-pages.ts";
import { preparedBy } from "../../database/prepared.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { hasPaidInvoice } from "../invoices/paid-column.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import { reviews } from "./schema.ts";

export type NewReview = typeof reviews.$inferInsert;

/** An engagement's reviews as one JSON column; names the engagement's id in the outer query. */
export function reviewsColumn(engagementId: SQL): SQL<EngagementReview[]> {
  return sql`array(
    select json_build_object(
      'id', r.id, 'rating', r.rating, 'ratingChosen', r.rating_chosen, 'verified', ${hasPaidInvoice(sql.raw("r.engagement_id"))}, 'body', r.body,
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

/** Whether an engagement has been reviewed. */
export function isReviewed(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from reviews r where r.engagement_id = ${engagementId})`;
}

/** Null when the engagement has been reviewed already. */
export async function insertReview(tx: Db, review: NewReview): Promise<number | null> {
  const [row] = await tx.insert(reviews).values(review).onConflictDoNothing().returning({ id: reviews.id });
  return row?.id ?? null;
}

const customer = profileJoin();

function entries(db: Db) {
  const { industryId, companySizeId } = customer.columns;
  const engagementId = sql`${reviews.engagementId}`;
  const some = db
    .select({
      review: reviews,
      projectName: engagementNameColumn(engagementId),
      verified: hasPaidInvoice(engagementId),
      industryId,
      companySizeId,
    })
    .from(reviews);
  return customer.join(some.$dynamic(), reviews.customerId);
}
export type ReviewRow = Awaited<ReturnType<typeof entries>>[number];

export async function findReview(db: Db, id: number): Promise<ReviewRow | null> {
  const [row] = await entries(db).where(eq(reviews.id, id));
  return row ?? null;
}

/** Whose reviews: those an advisor received, or those a customer wrote. */
export type Side = { advisorId: number } | { customerId: number };

const readsOf = preparedBy((db, column: "advisorId" | "customerId") => {
  const isTheirs = eq(reviews[column], sql.placeholder("memberId"));
  const page = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(isTheirs)
    .orderBy(desc(reviews.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
  return {
    page: entries(db).where(isOnPage(reviews.id, page)).orderBy(desc(reviews.id)).prepare(`reviews_by_${column}`),
    sums: db
      .select({
        total: count(),
        chosen: sql<number>`count(*) filter (where ${reviews.ratingChosen})`,
        average: sql<string | null>`avg(${reviews.rating}) filter (where ${reviews.ratingChosen})`,
      })
      .from(reviews)
      .where(isTheirs)
      .prepare(`review_sums_by_${column}`),
  };
});

/** The specification's page number forces OFFSET. */
export async function pageOfReviews(db: Db, side: Side, page: number, limit: number) {
  const [reads, memberId] =
    "advisorId" in side ? [readsOf(db, "advisorId"), side.advisorId] : [readsOf(db, "customerId"), side.customerId];
  const [rows, [sums]] = await Promise.all([
    reads.page.execute({ memberId, limit, offset: (page - 1) * limit }),
    reads.sums.execute({ memberId }),
  ]);
  return { rows, total: sums?.total ?? 0, chosen: sums?.chosen ?? 0, average: Number(sums?.average ?? 0) };
}

/** True for exactly one caller, because a review is answered once (decision 26). */
export async function writeAnswer(tx: Db, id: number, answer: string, now: Date): Promise<boolean> {
  const written = await tx
    .update(reviews)
    .set({ answer, answeredAt: now })
    .where(sql`${reviews.id} = ${id} and ${reviews.answer} is null`)
    .returning({ id: reviews.id });
  return written.length === 1;
}
