import { formatLong } from "@plumbline/contract/dates.ts";
import { Badge } from "../../ui/badge.tsx";
import { Stars } from "../../ui/stars.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./reviews.module.css";

export type ReviewText = {
  rating: number;
  rating_chosen: boolean;
  verified: boolean;
  body: string;
  created_at: string;
  answer: string | null;
  answered_at: string | null;
};

/** Stars only where they were chosen: an untouched five is no rating (decision 26). */
export function ReviewMarks({ review }: { review: ReviewText }) {
  if (!review.rating_chosen && !review.verified) return null;
  return (
    <p className={classes.marks}>
      {review.rating_chosen && <Stars rating={review.rating} />}
      {review.verified && <Badge>VERIFIED</Badge>}
    </p>
  );
}

export function ReviewAnswer({ review, by }: { review: ReviewText; by: string }) {
  if (!review.answer) return null;
  return (
    <div className={classes.answer}>
      <p className="small">
        {by} answered{review.answered_at && unbroken(`, ${formatLong(review.answered_at)}`)}
      </p>
      <p className={classes.body}>{review.answer}</p>
    </div>
  );
}
