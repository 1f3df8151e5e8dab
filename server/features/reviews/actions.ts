import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { createReview } from "@plumbline/contract/reviews/contract.ts";
import { isRatingChosen } from "@plumbline/contract/reviews/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { checkAlong } from "../../database/transaction.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { move } from "../engagements/move.ts";
import { findReview, insertReview, writeAnswer } from "./store.ts";

/** Reviews a completed engagement; a transition, so its table decides who may and when (decision 26). */
export async function leaveReview(
  context: AppContext,
  customer: Member,
  review: RequestInput<typeof createReview>["body"],
): Promise<number> {
  const { reviewId } = await move(context, customer, review.project_id, "review", {
    work: async (tx, engagement, now) => {
      const id = await insertReview(tx, {
        engagementId: engagement.id,
        advisorId: engagement.advisorId,
        customerId: engagement.customerId,
        rating: review.rating,
        ratingChosen: isRatingChosen(review.rating, review.rating_chosen),
        body: review.body,
        createdAt: now,
      });
      // Of two simultaneous reviews the first one counts.
      if (id === null) throw conflict("This engagement has its review already.");
      return { data: { reviewId: id } };
    },
  });
  return reviewId;
}

/** Answers a review of one's own work, once. */
export async function answerReview(context: AppContext, advisor: Member, id: number, answer: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const found = await findReview(tx, id);
    if (!found || found.review.advisorId !== advisor.id) throw notFound();
    if (found.review.removedReason !== null) throw conflict("This review was removed, so it is not answered.");
    const write = async () => {
      if (!(await writeAnswer(tx, id, answer, now))) throw conflict("You have answered this review already.");
    };
    await checkAlong(tx, write());
    await append(
      tx,
      {
        kind: "engagement.review_answered",
        actorId: advisor.id,
        subjectId: found.review.engagementId,
        data: { status: "completed", reviewId: id },
      },
      now,
    );
  });
}
