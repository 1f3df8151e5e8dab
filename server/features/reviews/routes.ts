import * as reviews from "@plumbline/contract/reviews/contract.ts";
import { pageSize } from "@plumbline/contract/reviews/rules.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { notFound } from "../../platform/problems.ts";
import { findMember } from "../accounts/store.ts";
import { answerReview, leaveReview } from "./actions.ts";
import { advisorReviewsPage, reviewFor, reviewsPage } from "./view.ts";

export const reviewsRoutes = (house: House) => [
  handle(reviews.listReviews, ({ member, query }) =>
    reviewsPage(
      house,
      member,
      member.role === "advisor" ? { advisorId: member.id } : { customerId: member.id },
      query.page,
      pageSize,
    ),
  ),
  handle(reviews.createReview, async ({ member, body }) =>
    reviewFor(house, member, await leaveReview(house, member, body)),
  ),
  handle(reviews.answerReview, async ({ member, params, body }) => {
    await answerReview(house, member, params.id, body.answer);
    return reviewFor(house, member, params.id);
  }),
  handle(reviews.listAdvisorReviews, async ({ member, params, query }) => {
    const advisor = await findMember(house.db, params.id);
    if (advisor?.role !== "advisor" || advisor.state !== "active" || !advisor.profileSetup) throw notFound();
    return advisorReviewsPage(house, member, advisor.id, query.page, pageSize);
  }),
];
