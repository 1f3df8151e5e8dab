import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, optionallyWrapped, Page, Pagination, required, Whole, wholeNumber } from "../fields.ts";
import { choice, listCsv, listFilters } from "../lists.ts";
import { Removed } from "../reports/removed.ts";
import { defaultRating } from "./rules.ts";

/** The fields of the review dialog. */
export const ReviewForm = z.object({
  rating: wholeNumber("must be 1 to 5", { max: 5 }).default(defaultRating),
  /** Whether the customer chose the stars (decision 26); when omitted, it is derived from the rating. */
  rating_chosen: z.boolean("must be true or false").nullish(),
  body: required("Please write your review", 5000),
});

export const Review = z.object({
  id: Whole,
  project_id: Whole,
  project: z.object({ id: Whole, name: z.string() }),
  rating: Whole,
  rating_chosen: z.boolean(),
  /** Whether an invoice of the engagement was paid. */
  verified: z.boolean(),
  body: z.string(),
  created_at: Moment,
  answer: z.string().nullable(),
  answered_at: Moment.nullable(),
  /** Set once we have removed it: the body is then the sentence that stands in its place. */
  removed: Removed.nullable(),
  customer: z.object({
    id: Whole,
    name: z.string(),
    photo: z.string().nullable(),
    job_title: z.string().nullable(),
    company_name: z.string().nullable(),
  }),
  advisor: z.object({ id: Whole, name: z.string(), photo: z.string().nullable() }),
  allowed_actions: z.array(z.enum(["answer"])),
});
export type Review = z.infer<typeof Review>;

/**
 * A review on its advisor's public page. Visitors see the rating, the text, the month and the kind of customer; the fields
 * that are null for visitors are for members only (decision 45).
 */
export const AdvisorReview = Review.omit({ allowed_actions: true }).extend({
  project_id: Whole.nullable(),
  project: Review.shape.project.nullable(),
  created_at: Moment.nullable(),
  answered_at: Moment.nullable(),
  customer: Review.shape.customer.nullable(),
  advisor: Review.shape.advisor.nullable(),
  /** As "2026-11". */
  month: z.string(),
  /** "a business in Consumer goods, 11–50 people". */
  customer_kind: z.string(),
});
export type AdvisorReview = z.infer<typeof AdvisorReview>;

/** The summary of an advisor's reviews; only chosen ratings count towards the average. */
export const Rating = z.object({ average: z.number().nullable(), rating_count: Whole });

const mine = {
  path: "/api/reviews",
  for: "member",
  /** Words of the review, its answer, the engagement and the other party; days of writing. */
  filters: listFilters({ rating: choice(["5", "4", "3", "2", "1"]), answered: choice(["yes", "no"]) }),
} as const;

export const listReviews = endpoint({
  method: "GET",
  path: mine.path,
  for: mine.for,
  summary:
    "The reviews I have received (advisor) or left (customer), newest first, nine a page, with the average of all pages.",
  query: mine.filters.extend({ page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Review), pagination: Pagination, ...Rating.shape }),
});

export const reviewsCsv = listCsv(mine, "of my reviews");

/** Row R-02. */
export const createReview = endpoint({
  method: "POST",
  path: "/api/reviews",
  for: "customer",
  startsNew: false,
  summary: "Review a completed engagement of mine, once.",
  body: optionallyWrapped("review", ReviewForm.extend({ project_id: Id })),
  output: Review,
  status: 201,
});

export const AnswerForm = z.object({ answer: required("Please write your answer", 5000) });

export const answerReview = endpoint({
  method: "PATCH",
  path: "/api/reviews/{id}/answer",
  for: "advisor",
  startsNew: false,
  summary: "Answer a review of my work, once.",
  params: z.object({ id: Id }),
  body: AnswerForm,
  output: Review,
});

export const listAdvisorReviews = endpoint({
  method: "GET",
  path: "/api/public/advisors/{id}/reviews",
  for: "anyone",
  summary: "The reviews of an advisor, newest first, nine a page; who wrote them only for members.",
  params: z.object({ id: Id }),
  query: z.object({ page: Page }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(AdvisorReview),
    pagination: Pagination,
    ...Rating.shape,
  }),
});
