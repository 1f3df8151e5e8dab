import type { MatchedAdvisor } from "@plumbline/contract/matching/contract.ts";
import { answerTimeText } from "@plumbline/contract/matching/explanations.ts";
import { feeText } from "@plumbline/contract/profiles/rules.ts";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./matching.module.css";
import { RatingLine } from "./rating-line.tsx";
import { Reason } from "./reason.tsx";

/**
 * An advisor in the list: the profile, what to choose by, the reason, the score's components, and a link to write to
 * them (rows S-07 and S-10).
 */
export function AdvisorMatch({ advisor: { id, profile, match, track_record } }: { advisor: MatchedAdvisor }) {
  const answers = answerTimeText(track_record.response_minutes);
  const review = track_record.latest_review;
  return (
    <li className={classes.match}>
      <Portrait name="" photo={profile.photo_large ?? profile.photo} size={104} />
      <div className={classes.words}>
        <h2>
          <Link to={`/profile-details/${id}`}>{profile.name}</Link>
        </h2>
        <p className={classes.headline}>{profile.head_line}</p>
        <ul className={classes.facts}>
          <li>
            <RatingLine record={track_record} />
          </li>
          <li>{feeText(profile.fee_per_hour)}</li>
          {answers && <li>{answers}</li>}
        </ul>
        <p className={classes.reason}>
          <Reason text={match.reason} matched={match.matched} />
        </p>
        {review && (
          <figure className={classes.review}>
            <blockquote>“{review.text}”</blockquote>
            <figcaption className="small">
              {[review.customer.name, review.customer.company_name].filter(Boolean).join(", ")}
            </figcaption>
          </figure>
        )}
      </div>
      <dl className={classes.parts} aria-label={`Why ${profile.name}`}>
        {match.parts.map(({ name, points, of, text }) => (
          <div key={name} title={text}>
            <dt>{name}</dt>
            <dd>
              <ProgressBar label={name} value={points} of={of} text={`${points} of ${of}: ${text}`} />
              <span className={classes.points}>
                {points} / {of}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.end}>
        <p>
          <span className={`numeral ${classes.score}`}>{match.score}</span> <span className="small">of 100</span>
        </p>
        <ButtonLink to={`/messages/${id}`} aria-label={`Start a Conversation with ${profile.name}`}>
          Start a Conversation
        </ButtonLink>
      </div>
    </li>
  );
}
