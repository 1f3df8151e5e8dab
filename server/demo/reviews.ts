import { answerReview, leaveReview } from "../features/reviews/actions.ts";
import type { House } from "../house.ts";
import { daysAgo } from "./engagements.ts";
import type { Person } from "./people.ts";

export type NewReview = {
  /** A completed one, and its customer. */
  engagementId: number;
  customer: Person;
  /** Left out: the customer touched no star. */
  rating?: number;
  body?: string;
  /** With the advisor who gives it. */
  answer?: { advisor: Person; text: string };
  leftDaysAgo?: number;
};

/** A review of a completed engagement, and the advisor's answer if there is one; answers its id. */
export async function makeReview(
  house: House,
  { engagementId, customer, rating, body, answer, leftDaysAgo = 0 }: NewReview,
): Promise<number> {
  const id = await leaveReview(daysAgo(house, leftDaysAgo), customer.member, {
    project_id: engagementId,
    rating: rating ?? 5,
    rating_chosen: rating !== undefined,
    body: body ?? "Clear, calm and quick. The board pack is the first that everybody reads.",
  });
  if (answer) await answerReview(daysAgo(house, leftDaysAgo / 2), answer.advisor.member, id, answer.text);
  return id;
}
