import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Review } from "@plumbline/contract/reviews/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import { pageSize } from "@plumbline/contract/reviews/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type CsvColumn, csvFile } from "../../http/csv.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { findMember } from "../accounts/store.ts";
import { answerReview, leaveReview } from "./actions.ts";
import { advisorReviewsPage, everyReview, reviewFor, reviewsPage } from "./view.ts";

const sideOf = ({ id, role }: Member) => (role === "advisor" ? { advisorId: id } : { customerId: id });

const reviewCsvColumns: readonly CsvColumn<Review>[] = [
  ["Date", ({ created_at }) => dayInLondon(new Date(created_at))],
  ["Engagement", ({ project }) => project.name],
  ["Advisor", ({ advisor }) => advisor.name],
  ["Customer", ({ customer }) => customer.name],
  ["Company", ({ customer }) => customer.company_name],
  // Stars that nobody chose are no rating (decision 26).
  ["Rating", ({ rating, rating_chosen }) => (rating_chosen ? rating : null)],
  ["Review", ({ body }) => body],
  ["Answer", ({ answer }) => answer],
];

export const reviewsRoutes = (context: AppContext) => [
  handle(reviews.listReviews, ({ member, query }) =>
    reviewsPage(context, member, sideOf(member), { ...query, limit: pageSize }),
  ),
  handle(reviews.reviewsCsv, ({ member, query }) =>
    csvFile("reviews", reviewCsvColumns, everyReview(context, sideOf(member), query)),
  ),
  handle(reviews.createReview, async ({ member, body }) =>
    reviewFor(context, member, await leaveReview(context, member, body)),
  ),
  handle(reviews.answerReview, async ({ member, params, body }) => {
    await answerReview(context, member, params.id, body.answer);
    return reviewFor(context, member, params.id);
  }),
  handle(reviews.listAdvisorReviews, async ({ member, params, query }) => {
    const advisor = await findMember(context.db, params.id);
    if (advisor?.role !== "advisor" || advisor.state !== "active" || !advisor.profileSetup) throw notFound();
    if (advisor.standing === "suspended" && member?.id !== advisor.id) throw notFound();
    return advisorReviewsPage(context, member, advisor.id, query.page, pageSize);
  }),
];
