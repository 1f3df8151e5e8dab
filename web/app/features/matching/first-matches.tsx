import type { MatchedAdvisor } from "@plumbline/contract/matching/contract.ts";
import { feeText } from "@plumbline/contract/profiles/rules.ts";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import classes from "./first-matches.module.css";
import { RatingLine } from "./rating-line.tsx";
import { Reason } from "./reason.tsx";

/** The best matches as cards, for the home of a customer who has just said what they look for. */
export function FirstMatches({ found }: { found: readonly MatchedAdvisor[] }) {
  return (
    <ul className={classes.cards}>
      {found.map(({ id, profile, match, track_record }) => (
        <li key={id} className={classes.card}>
          <div className={classes.head}>
            <Portrait name="" photo={profile.photo} size={56} />
            <div className={classes.who}>
              <h3>{profile.name}</h3>
              <p className="small">{profile.head_line}</p>
            </div>
            <p className={classes.score}>
              <span className="numeral">{match.score}</span> <span className="small">of 100</span>
            </p>
          </div>
          <p className={classes.reason}>
            <Reason text={match.reason} matched={match.matched} />
          </p>
          <p className="small">
            <RatingLine record={track_record} /> · {feeText(profile.fee_per_hour)}
          </p>
          <ButtonLink variant="line" to={`/profile-details/${id}`} aria-label={`Read profile of ${profile.name}`}>
            Read profile
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

/** The same in a line each, beside something else. */
export function MatchesInBrief({ found }: { found: readonly MatchedAdvisor[] }) {
  return (
    <ul className={classes.brief}>
      {found.map(({ id, profile, match }) => (
        <li key={id}>
          <Portrait name="" photo={profile.photo} size={40} />
          <div className={classes.who}>
            <Link to={`/profile-details/${id}`}>{profile.name}</Link>
            <p className="small" title={profile.head_line ?? undefined}>
              {profile.head_line}
            </p>
          </div>
          <span className="numeral">
            {match.score}
            <span className="visually-hidden"> of 100</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
