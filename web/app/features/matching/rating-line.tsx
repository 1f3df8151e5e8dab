import type { MatchedAdvisor } from "@plumbline/contract/matching/contract.ts";
import { Star } from "../../ui/stars.tsx";
import classes from "./matching.module.css";

/** "★ 4.9, 9 verified reviews", or that there are none yet. */
export function RatingLine({ record: { rating, reviews } }: { record: MatchedAdvisor["track_record"] }) {
  if (rating === null) return <span>No reviews yet</span>;
  return (
    <span className={classes.rating}>
      <Star /> <b>{rating.toFixed(1)}</b>, {reviews} verified {reviews === 1 ? "review" : "reviews"}
    </span>
  );
}
