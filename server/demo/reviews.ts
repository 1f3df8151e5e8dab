import type { AppContext } from "../context.ts";
import { answerReview, leaveReview } from "../features/reviews/actions.ts";
import { daysAgo } from "./past.ts";
import type { Person } from "./people.ts";

export type NewReview = {
  /** A completed engagement, and its customer. */
  engagementId: number;
  customer: Person;
  /** Absent when the customer left the stars untouched. */
  rating?: number;
  body?: string;
  /** The answer, and the advisor who gives it. */
  answer?: { advisor: Person; text: string };
  leftDaysAgo?: number;
};

/** A review of a completed engagement with its answer, if given; returns its id. */
export async function makeReview(
  context: AppContext,
  { engagementId, customer, rating, body, answer, leftDaysAgo = 0 }: NewReview,
): Promise<number> {
  const id = await leaveReview(daysAgo(context, leftDaysAgo), customer.member, {
    project_id: engagementId,
    rating: rating ?? 5,
    rating_chosen: rating !== undefined,
    body: body ?? "Clear, calm and quick. The board pack is the first that everybody reads.",
  });
  if (answer) await answerReview(daysAgo(context, leftDaysAgo / 2), answer.advisor.member, id, answer.text);
  return id;
}
