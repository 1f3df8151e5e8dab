import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import type { AdvisorReview, Review } from "@plumbline/contract/reviews/contract.ts";
import { averageOf, kindOfCustomer } from "@plumbline/contract/reviews/rules.ts";
import type { AppContext } from "../../context.ts";
import { everyPage } from "../../http/csv.ts";
import { notFound } from "../../http/problems.ts";
import { partiesOf } from "../profiles/parties.ts";
import { findReview, pageOfReviews, type ReviewFilters, type ReviewRow, reviewsAfter, type Side } from "./store.ts";

/** The reader: photos are for members, and only the reviewed advisor may answer (decisions 26 and 31). */
type Viewer = { id: number } | null;

export async function reviewFor(context: AppContext, viewer: Viewer, id: number): Promise<Review> {
  const row = await findReview(context.db, id);
  if (!row) throw notFound();
  return reviewView(row, await peopleIn(context, [row]), viewer);
}

export async function reviewsPage(
  context: AppContext,
  viewer: Viewer,
  side: Side,
  listing: ReviewFilters & { page: number; limit: number },
) {
  const { rows, total, chosen, average } = await pageOfReviews(context.db, side, listing);
  const people = await peopleIn(context, rows);
  return {
    entries: rows.map((row) => reviewView(row, people, viewer)),
    pagination: { limit: listing.limit, current: listing.page, total_count: total },
    average: chosen === 0 ? null : averageOf([average]),
    rating_count: chosen,
  };
}

/** All reviews of a side that satisfy the filters, for a CSV; the people of each page are read together. */
export function everyReview(context: AppContext, side: Side, filters: ReviewFilters): AsyncGenerator<Review[]> {
  type Shown = { row: ReviewRow; people: ReadonlyMap<number, Party> };
  const read = async (after: Shown | null, limit: number): Promise<Shown[]> => {
    const rows = await reviewsAfter(context.db, side, filters, { after: after?.row ?? null, limit });
    const people = await peopleIn(context, rows);
    return rows.map((row) => ({ row, people }));
  };
  return everyPage(read, ({ row, people }) => reviewView(row, people, null));
}

/** The reviews of an advisor: in full for members, and without anything about the customer for visitors. */
export async function advisorReviewsPage(
  context: AppContext,
  viewer: Viewer,
  advisorId: number,
  page: number,
  limit: number,
) {
  const { rows, total, chosen, average } = await pageOfReviews(context.db, { advisorId }, { page, limit });
  const people = viewer ? await peopleIn(context, rows) : new Map<number, Party>();
  const names = await context.references.namesOf(
    context.db,
    rows.flatMap((row) => [row.industryId, row.companySizeId]),
  );
  return {
    entries: rows.map((row): AdvisorReview => {
      const name = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
      const shown = {
        month: dayInLondon(row.review.createdAt).slice(0, 7),
        customer_kind: kindOfCustomer(name(row.industryId), name(row.companySizeId)),
      };
      const whole = reviewView(row, people, viewer);
      return viewer ? { ...whole, ...shown } : { ...visitorView(whole), ...shown };
    }),
    pagination: { limit, current: page, total_count: total },
    average: chosen === 0 ? null : averageOf([average]),
    rating_count: chosen,
  };
}

/** An explicit list, so that a new field of a review is not shown to visitors by default. */
const visitorView = ({ id, rating, rating_chosen, verified, body, removed }: Review) => ({
  id,
  rating,
  rating_chosen,
  verified,
  body,
  removed,
  project_id: null,
  project: null,
  created_at: null,
  answer: null,
  answered_at: null,
  customer: null,
  advisor: null,
});

const peopleIn = (context: AppContext, rows: readonly ReviewRow[]) =>
  partiesOf(
    context,
    rows.flatMap(({ review }) => [review.customerId, review.advisorId]),
  );

function reviewView(
  { review, projectName, verified }: ReviewRow,
  people: ReadonlyMap<number, Party>,
  viewer: Viewer,
): Review {
  const customer = people.get(review.customerId)?.profile;
  const advisor = people.get(review.advisorId)?.profile;
  return {
    id: review.id,
    project_id: review.engagementId,
    project: { id: review.engagementId, name: projectName },
    rating: review.rating,
    rating_chosen: review.ratingChosen,
    verified,
    body: review.body,
    created_at: review.createdAt.toISOString(),
    answer: review.answer,
    answered_at: review.answeredAt?.toISOString() ?? null,
    removed: review.removedReason === null ? null : { reason: review.removedReason },
    customer: {
      id: review.customerId,
      name: customer?.name ?? "",
      photo: viewer ? (customer?.photo ?? null) : null,
      job_title: customer?.job_title?.name ?? customer?.position_or_title ?? null,
      company_name: people.get(review.customerId)?.company.company_name ?? null,
    },
    advisor: { id: review.advisorId, name: advisor?.name ?? "", photo: viewer ? (advisor?.photo ?? null) : null },
    allowed_actions:
      viewer?.id === review.advisorId && review.answer === null && review.removedReason === null ? ["answer"] : [],
  };
}
