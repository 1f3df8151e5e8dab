import * as reviews from "@plumbline/contract/reviews/contract.ts";
import { pageSize } from "@plumbline/contract/reviews/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { findMember } from "../accounts/store.ts";
import { answerReview, leaveReview } from "./actions.ts";
import { advisorReviewsPage, reviewFor, reviewsPage } from "./view.ts";

export const reviewsRoutes = (context: AppContext) => [
  handle(reviews.listReviews, ({ member, query }) =>
    reviewsPage(
      context,
      member,
      member.role === "advisor" ? { advisorId: member.id } : { customerId: member.id },
      query.page,
      pageSize,
    ),
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
    return advisorReviewsPage(context, member, advisor.id, query.page, pageSize);
  }),
];
