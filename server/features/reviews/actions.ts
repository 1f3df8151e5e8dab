import type { Received } from "@plumbline/contract/endpoint.ts";
import type { createReview } from "@plumbline/contract/reviews/contract.ts";
import { wasChosen } from "@plumbline/contract/reviews/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, notFound } from "../../platform/problems.ts";
import { answered } from "../engagements/happened.ts";
import { move } from "../engagements/move.ts";
import { findReview, insertReview, writeAnswer } from "./store.ts";

/** Reviews a completed engagement: a move of it, so the table decides who may and when (decision 26). */
export async function leaveReview(
  house: House,
  customer: Member,
  review: Received<typeof createReview>["body"],
): Promise<number> {
  const { reviewId } = await move(house, customer, review.project_id, "review", {
    work: async (tx, engagement, now) => {
      const id = await insertReview(tx, {
        engagementId: engagement.id,
        advisorId: engagement.advisorId,
        customerId: engagement.customerId,
        rating: review.rating,
        ratingChosen: wasChosen(review.rating, review.rating_chosen),
        body: review.body,
        createdAt: now,
      });
      // Sent twice at the same moment: the first one stands.
      if (id === null) throw conflict("This engagement has its review already.");
      return { data: { reviewId: id } };
    },
  });
  return reviewId as number;
}

/** Answers a review of one's own work, once. */
export async function answerReview(house: House, advisor: Member, id: number, answer: string): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const found = await findReview(tx, id);
    if (!found || found.review.advisorId !== advisor.id) throw notFound();
    if (!(await writeAnswer(tx, id, answer, now))) throw conflict("You have answered this review already.");
    await append(
      tx,
      {
        kind: answered,
        actorId: advisor.id,
        subject: "engagement",
        subjectId: found.review.engagementId,
        data: { status: "completed", reviewId: id },
      },
      now,
    );
  });
}
