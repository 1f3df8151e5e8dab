import type { MatchedAdvisor } from "@plumbline/contract/matching/contract.ts";
import { feeText } from "@plumbline/contract/profiles/rules.ts";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import look from "./matching.module.css";

/** One advisor of the list: who, why in words, why in points, and the way to talk. */
export function AdvisorMatch({ advisor: { id, profile, match } }: { advisor: MatchedAdvisor }) {
  return (
    <li className={look.match}>
      <Portrait name="" photo={profile.photo} size={72} />
      <div>
        <h2>
          <Link to={`/profile-details/${id}`}>{profile.name}</Link>
        </h2>
        <p className="small">{[profile.head_line, feeText(profile.fee_per_hour)].filter(Boolean).join(" · ")}</p>
        <p className={look.reason}>
          <Reason text={match.reason} matched={match.matched} />
        </p>
      </div>
      <dl className={look.parts} aria-label={`Why ${profile.name}`}>
        {match.parts.map(({ name, points, of, text }) => (
          <div key={name} title={text}>
            <dt>{name}</dt>
            <dd>
              <ProgressBar label={name} value={points} of={of} text={`${points} of ${of}: ${text}`} />
              <span className={look.points}>
                {points} / {of}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className={look.end}>
        <p>
          <span className={`numeral ${look.score}`}>{match.score}</span> <span className="small">of 100</span>
        </p>
        <ButtonLink to={`/messages/${id}`} aria-label={`Start a Conversation with ${profile.name}`}>
          Start a Conversation
        </ButtonLink>
      </div>
    </li>
  );
}

/** The sentence, with the words that were asked for made strong. */
function Reason({ text, matched }: { text: string; matched: readonly string[] }) {
  const words = [...matched]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return text;
  // Split by a group: every second piece is one of the words.
  return text.split(new RegExp(`(${words.join("|")})`)).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their places
    at % 2 === 1 ? <b key={at}>{piece}</b> : piece,
  );
}
