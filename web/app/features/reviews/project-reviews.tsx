import { formatLong } from "@plumbline/contract/dates.ts";
import type { ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { lazy, Suspense } from "react";
import { ReviewAnswer, ReviewMarks } from "./review-words.tsx";
import classes from "./reviews.module.css";

// Once for each review.
const AnswerForm = lazy(async () => ({ default: (await import("./answer-form.tsx")).AnswerForm }));

/** The review on the engagement's page. */
export function ProjectReviews({ project, role }: { project: ProjectDetail; role: Role }) {
  const customer = project.customer.profile.name;
  return project.reviews.map((review) => (
    <article key={review.id} className={classes.review}>
      <ReviewMarks review={review} />
      <p className={classes.body}>{review.body}</p>
      <p className="small">
        {customer}, {formatLong(review.created_at)}
      </p>
      <ReviewAnswer review={review} by={project.advisor.profile.name} />
      {role === "advisor" && review.answer === null && !review.removed && (
        <Suspense>
          <AnswerForm reviewId={review.id} customer={customer} />
        </Suspense>
      )}
    </article>
  ));
}
