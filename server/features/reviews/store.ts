import { maxId } from "@plumbline/contract/fields.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import {
  containsWords,
  filterValues,
  isChosen,
  isWithinDays,
  londonDay,
  passes,
  type SharedFilters,
} from "../../database/list-filters.ts";
import { isOnPage } from "../../database/numbered-pages.ts";
import { preparedBy } from "../../database/prepared.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { hasPaidInvoice } from "../invoices/paid-column.ts";
import { partyWordsColumn, profileJoin } from "../profiles/profile-join.ts";
import { reviews } from "./schema.ts";

export type NewReview = typeof reviews.$inferInsert;

/** An engagement's reviews as one JSON column; names the engagement's id in the outer query. */
export function reviewsColumn(engagementId: SQL): SQL<EngagementReview[]> {
  return sql`array(
    select json_build_object(
      'id', r.id, 'rating', r.rating, 'ratingChosen', r.rating_chosen, 'verified', ${hasPaidInvoice(sql.raw("r.engagement_id"))}, 'body', r.body,
      'answer', r.answer, 'answeredAt', r.answered_at, 'createdAt', r.created_at, 'removedReason', r.removed_reason)
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
  removedReason: string | null;
};

/** Whether an engagement has been reviewed. */
export function isReviewed(engagementId: SQL): SQL<boolean> {
  return sql`exists (select 1 from reviews r where r.engagement_id = ${engagementId})`;
}

const inserting = preparedInsert(reviews, "insert_review", (insert) =>
  insert.onConflictDoNothing().returning({ id: reviews.id }),
);

/** Null when the engagement has been reviewed already. */
export async function insertReview(tx: Db, review: NewReview): Promise<number | null> {
  const [row] = await inserting(tx, review);
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

export type ReviewFilters = SharedFilters & {
  rating?: string | undefined;
  answered?: "yes" | "no" | undefined;
};

/** The reviews of a side that satisfy the filters. */
function listed(column: "advisorId" | "customerId") {
  const words = containsWords(
    engagementNameColumn(sql`${reviews.engagementId}`),
    sql`${reviews.body}`,
    sql`${reviews.answer}`,
    partyWordsColumn(sql`${column === "advisorId" ? reviews.customerId : reviews.advisorId}`),
  );
  // Stars that nobody chose are not shown (decision 26).
  const rating = sql`(case when ${reviews.ratingChosen} then ${reviews.rating} end)::text`;
  const answered = sql`(case when ${reviews.answer} is null then 'no' else 'yes' end)`;
  return and(
    eq(reviews[column], sql.placeholder("memberId")),
    passes(
      isChosen(rating, "rating"),
      isChosen(answered, "answered"),
      isWithinDays(londonDay(sql`${reviews.createdAt}`)),
      words,
    ),
  );
}

const readsOf = preparedBy((db, column: "advisorId" | "customerId") => {
  const where = listed(column);
  const ids = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(where, lt(reviews.id, sql.placeholder("before"))))
    .orderBy(desc(reviews.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
  return {
    page: entries(db).where(isOnPage(reviews.id, ids)).orderBy(desc(reviews.id)).prepare(`reviews_by_${column}`),
    sums: db
      .select({
        total: count(),
        chosen: sql<number>`count(*) filter (where ${reviews.ratingChosen})`,
        average: sql<string | null>`avg(${reviews.rating}) filter (where ${reviews.ratingChosen})`,
      })
      .from(reviews)
      .where(where)
      .prepare(`review_sums_by_${column}`),
  };
});

function asked(db: Db, side: Side, filters: ReviewFilters) {
  const [column, memberId] =
    "advisorId" in side ? (["advisorId", side.advisorId] as const) : (["customerId", side.customerId] as const);
  const { rating, answered } = filters;
  return { reads: readsOf(db, column), values: { memberId, ...filterValues(filters, { rating, answered }) } };
}

/** The specification's page number forces OFFSET. */
export async function pageOfReviews(db: Db, side: Side, filters: ReviewFilters & { page: number; limit: number }) {
  const { reads, values } = asked(db, side, filters);
  const { page, limit } = filters;
  const [rows, [sums]] = await Promise.all([
    reads.page.execute({ ...values, before: maxId, limit, offset: (page - 1) * limit }),
    reads.sums.execute(values),
  ]);
  return { rows, total: sums?.total ?? 0, chosen: sums?.chosen ?? 0, average: Number(sums?.average ?? 0) };
}

/** The reviews of a side after one of them, or the first ones; newest first. */
export async function reviewsAfter(
  db: Db,
  side: Side,
  filters: ReviewFilters,
  { after, limit }: { after: ReviewRow | null; limit: number },
): Promise<ReviewRow[]> {
  const { reads, values } = asked(db, side, filters);
  return reads.page.execute({ ...values, before: after?.review.id ?? maxId, limit, offset: 0 });
}

const answering = preparedUpdate(reviews, "answer_review", (update) =>
  update
    .where(
      sql`${reviews.id} = ${sql.placeholder("which")} and ${reviews.answer} is null and ${reviews.removedReason} is null`,
    )
    .returning({ id: reviews.id }),
);

/** True for exactly one caller, because a review is answered once (decision 26), and one that was removed not at all. */
export async function writeAnswer(tx: Db, id: number, answer: string, now: Date): Promise<boolean> {
  return (await answering(tx, { which: id }, { answer, answeredAt: now })).length === 1;
}
