import { formatLong } from "@plumbline/contract/dates.ts";
import { listReviews, type Review } from "@plumbline/contract/reviews/contract.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import type { Route } from "./+types/reviews-page.ts";
import { AnswerForm } from "./answer-form.tsx";
import { ReviewAnswer, ReviewMarks } from "./review-words.tsx";
import classes from "./reviews.module.css";

export const meta = () => titled("Reviews");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listReviews, { query: { page: new URL(request.url).searchParams.get("page") ?? 1 } });
}

/** Rows: an advisor's reviews, or those a customer has written. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { entries, pagination, average, rating_count: count } = loaderData;
  const advisor = useSession()?.role === "advisor";
  const sum =
    average === null ? "" : ` ${average} of 5 on average, from ${count} chosen ${count === 1 ? "rating" : "ratings"}.`;
  return (
    <Page
      title="Reviews"
      sentence={
        advisor ? `What your customers say about your work.${sum}` : "What you have written about your advisors."
      }
    >
      {entries.length === 0 ? (
        <EmptyState
          title="No reviews yet"
          text={
            advisor
              ? "When an engagement is completed you can ask its customer for a review; it appears here."
              : "When an engagement is completed you can leave a review; it appears here."
          }
          action={<Link to="/engagements?status=completed">Completed engagements</Link>}
        />
      ) : (
        <ul className={classes.columns}>
          {entries.map((review) => (
            <ReviewCard key={review.id} review={review} advisor={advisor} />
          ))}
        </ul>
      )}
      <Pager {...pagination} />
    </Page>
  );
}

function ReviewCard({ review, advisor }: { review: Review; advisor: boolean }) {
  const { customer } = review;
  return (
    <li className={classes.card}>
      <h2>
        <Link to={`/project/${review.project_id}`}>{review.project.name}</Link>
      </h2>
      <ReviewMarks review={review} />
      <p className={classes.body}>{review.body}</p>
      <div className={classes.by}>
        <Portrait photo={customer.photo} name="" size={44} />
        <div>
          <strong>{customer.name}</strong>
          <p className="small">{[customer.job_title, customer.company_name].filter(Boolean).join(", ")}</p>
          <p className="small">
            {!advisor && `About ${review.advisor.name}, `}
            {formatLong(review.created_at)}
          </p>
        </div>
      </div>
      <ReviewAnswer review={review} by={review.advisor.name} />
      {review.allowed_actions.includes("answer") && (
        <div>
          <AnswerForm reviewId={review.id} customer={customer.name} />
        </div>
      )}
    </li>
  );
}
