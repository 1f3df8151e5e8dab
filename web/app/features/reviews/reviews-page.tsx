import { formatLong } from "@plumbline/contract/dates.ts";
import { listReviews, type Review, reviewsCsv } from "@plumbline/contract/reviews/contract.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { dotted } from "../../dotted.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { saveFile } from "../../save-file.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar, type FilterChoice } from "../../ui/filter-bar.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import type { Route } from "./+types/reviews-page.ts";
import { AnswerForm } from "./answer-form.tsx";
import { ReviewBody } from "./review-body.tsx";
import { ReviewAnswer, ReviewMarks } from "./review-words.tsx";
import classes from "./reviews.module.css";

export const meta = () => titled("Reviews");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(reviewsCsv, request);
  return { filters, ...(await call(listReviews, { query: filtersIn(listReviews, request) })) };
}

const choices: readonly FilterChoice[] = [
  {
    name: "rating",
    label: "Stars",
    all: "All",
    options: ["5", "4", "3", "2", "1"].map((stars) => ({ value: stars, label: stars })),
  },
  {
    name: "answered",
    label: "Answer",
    all: "All",
    options: [
      { value: "no", label: "Not answered" },
      { value: "yes", label: "Answered" },
    ],
  },
];

/** Rows: an advisor's reviews, or those a customer has written. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { entries, pagination, average, rating_count: count, filters } = loaderData;
  const advisor = useSession()?.role === "advisor";
  const sum =
    average === null ? "" : ` ${average} of 5 on average, from ${count} chosen ${count === 1 ? "rating" : "ratings"}.`;
  const hasNone = pagination.total_count === 0 && !isFiltered(filters);
  return (
    <Page
      title="Reviews"
      sentence={
        advisor ? `What your customers say about your work.${sum}` : "What you have written about your advisors."
      }
    >
      {!hasNone && (
        <>
          <FilterBar
            label="Filter reviews"
            words={`Review, engagement or ${advisor ? "customer" : "advisor"}`}
            choices={choices}
            days="Written"
          />
          <ListSummary
            count={pagination.total_count}
            of={["review", "reviews"]}
            onDownload={() => saveFile(reviewsCsv, { query: filters }, "reviews.csv")}
          />
        </>
      )}
      {entries.length === 0 && !hasNone ? (
        <EmptyPage>
          <NothingFound of="reviews" />
        </EmptyPage>
      ) : entries.length === 0 ? (
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
  // Whom the reader does not know already: an advisor's customer, a customer's advisor.
  const other = advisor ? customer : review.advisor;
  return (
    <li className={classes.card}>
      <h2>
        <Link to={`/project/${review.project_id}`}>{review.project.name}</Link>
      </h2>
      <ReviewMarks review={review} />
      <ReviewBody text={review.body} />
      <div className={classes.by}>
        <Portrait photo={other.photo} name="" size={44} />
        <div>
          <strong>{advisor ? customer.name : `About ${other.name}`}</strong>
          <p className="small">
            {unbroken(
              dotted(
                [!advisor && customer.name, customer.job_title, customer.company_name].filter(Boolean).join(", "),
                formatLong(review.created_at),
              ),
            )}
          </p>
        </div>
      </div>
      <ReviewAnswer review={review} by={review.advisor.name} />
      {advisor && (
        <div className={classes.acts}>
          {review.allowed_actions.includes("answer") && <AnswerForm reviewId={review.id} customer={customer.name} />}
          {!review.removed && (
            <ReportButton thing={{ kind: "review", id: review.id }} what={`the review of ${customer.name}`} />
          )}
        </div>
      )}
    </li>
  );
}
