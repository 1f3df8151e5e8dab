import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import type { AdvisorReview, Review } from "@plumbline/contract/reviews/contract.ts";
import { averageOf, kindOfCustomer } from "@plumbline/contract/reviews/rules.ts";
import type { House } from "../../house.ts";
import { notFound } from "../../platform/problems.ts";
import { partiesOf } from "../profiles/parties.ts";
import { namesOf } from "../reference/choices.ts";
import { findReview, pageOfReviews, type ReviewRow, type Side } from "./store.ts";

/** Who looks: photos are for members, an answer is the reviewed advisor's to give (decisions 26 and 31). */
type Viewer = { id: number } | null;

export async function reviewFor(house: House, viewer: Viewer, id: number): Promise<Review> {
  const row = await findReview(house.db, id);
  if (!row) throw notFound();
  return reviewView(row, await peopleIn(house, [row]), viewer);
}

export async function reviewsPage(house: House, viewer: Viewer, side: Side, page: number, limit: number) {
  const { rows, total, chosen, average } = await pageOfReviews(house.db, side, page, limit);
  const people = await peopleIn(house, rows);
  return {
    entries: rows.map((row) => reviewView(row, people, viewer)),
    pagination: { limit, current: page, total_count: total },
    average: chosen === 0 ? null : averageOf([average]),
    rating_count: chosen,
  };
}

/** The same for whoever looks at the advisor: the whole for members, and for visitors no word of who the customer is. */
export async function advisorReviewsPage(house: House, viewer: Viewer, advisorId: number, page: number, limit: number) {
  const { rows, total, chosen, average } = await pageOfReviews(house.db, { advisorId }, page, limit);
  const people = viewer ? await peopleIn(house, rows) : new Map<number, Party>();
  const names = await namesOf(
    house.db,
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
      return viewer ? { ...whole, ...shown } : { ...forVisitors(whole), ...shown };
    }),
    pagination: { limit, current: page, total_count: total },
    average: chosen === 0 ? null : averageOf([average]),
    rating_count: chosen,
  };
}

/** Named one by one, so that a new field of a review is not shown to visitors by being forgotten here. */
const forVisitors = ({ id, rating, rating_chosen, verified, body }: Review) => ({
  id,
  rating,
  rating_chosen,
  verified,
  body,
  project_id: null,
  project: null,
  created_at: null,
  answer: null,
  answered_at: null,
  customer: null,
  advisor: null,
});

const peopleIn = (house: House, rows: readonly ReviewRow[]) =>
  partiesOf(
    house,
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
    customer: {
      id: review.customerId,
      name: customer?.name ?? "",
      photo: viewer ? (customer?.photo ?? null) : null,
      job_title: customer?.job_title?.name ?? customer?.position_or_title ?? null,
      company_name: people.get(review.customerId)?.company.company_name ?? null,
    },
    advisor: { id: review.advisorId, name: advisor?.name ?? "", photo: viewer ? (advisor?.photo ?? null) : null },
    allowed_actions: viewer?.id === review.advisorId && review.answer === null ? ["answer"] : [],
  };
}
