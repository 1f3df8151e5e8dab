import type { MatchedAdvisor } from "@plumbline/contract/matching/contract.ts";
import { feeText } from "@plumbline/contract/profiles/rules.ts";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./matching.module.css";

/** An advisor in the list: the profile, the reason, the score's components, and a link to write to them. */
export function AdvisorMatch({ advisor: { id, profile, match } }: { advisor: MatchedAdvisor }) {
  return (
    <li className={classes.match}>
      <Portrait name="" photo={profile.photo} size={72} />
      <div>
        <h2>
          <Link to={`/profile-details/${id}`}>{profile.name}</Link>
        </h2>
        <p className="small">{[profile.head_line, feeText(profile.fee_per_hour)].filter(Boolean).join(" · ")}</p>
        <p className={classes.reason}>
          <Reason text={match.reason} matched={match.matched} />
        </p>
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

/** The reason, with the words that match the search emphasised. */
function Reason({ text, matched }: { text: string; matched: readonly string[] }) {
  const words = [...matched]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return text;
  // Split by a group, so that every second part is one of the words.
  return text.split(new RegExp(`(${words.join("|")})`)).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their positions
    at % 2 === 1 ? <b key={at}>{piece}</b> : piece,
  );
}
