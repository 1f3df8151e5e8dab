import { formatLong, formatMonth } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { AdvisorReview, listAdvisorReviews } from "@plumbline/contract/reviews/contract.ts";
import { currentMe } from "../../shell/me.ts";
import { Badge } from "../../ui/badge.tsx";
import { Stars } from "../../ui/stars.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import classes from "./profiles.module.css";

/** Members see who wrote it, visitors the kind of customer (decision 45). */
function byWhom({ customer, customer_kind }: AdvisorReview): string {
  if (!customer) return customer_kind.charAt(0).toUpperCase() + customer_kind.slice(1);
  return [customer.name, customer.job_title, customer.company_name].filter(Boolean).join(", ");
}

/** One's own review is not reported. */
const isMine = ({ customer }: AdvisorReview) => customer !== null && customer.id === currentMe().id;

/** The reviews of an advisor, the newest first; nothing when they did not load. */
export function AdvisorReviews({ reviews }: { reviews: Answer<typeof listAdvisorReviews> | null }) {
  if (!reviews) return null;
  const { entries, pagination, average, rating_count } = reviews;
  return (
    <section className={classes.block}>
      <h2>Reviews</h2>
      {entries.length === 0 ? (
        <p className="small">Nobody has left a review yet.</p>
      ) : (
        <>
          {average !== null && (
            <p className={classes.average}>
              <Stars rating={average} /> {average.toFixed(1)} from {rating_count}{" "}
              {rating_count === 1 ? "rating" : "ratings"}
            </p>
          )}
          <ul className={classes.reviews}>
            {entries.map((review) => (
              <li key={review.id}>
                <p className={classes.reviewHead}>
                  {review.rating_chosen && <Stars rating={review.rating} size={15} />}
                  {review.project && <strong>{review.project.name}</strong>}
                  {review.verified && <Badge>Verified</Badge>}
                </p>
                <p className={classes.reviewBody}>{review.body}</p>
                <p className={`small ${classes.reviewFoot}`}>
                  <span>
                    {byWhom(review)} ·{" "}
                    {unbroken(review.created_at ? formatLong(review.created_at) : formatMonth(review.month))}
                  </span>
                  {!review.removed && !isMine(review) && (
                    <ReportButton thing={{ kind: "review", id: review.id }} what={`the review by ${byWhom(review)}`} />
                  )}
                </p>
                {review.answer && <p className={classes.answer}>{review.answer}</p>}
              </li>
            ))}
          </ul>
          {pagination.total_count > entries.length && (
            <p className="small">
              The {entries.length} newest of {pagination.total_count}.
            </p>
          )}
        </>
      )}
    </section>
  );
}
