import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { myMatches } from "@plumbline/contract/matching/contract.ts";
import { Link } from "react-router";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./member-home.module.css";

/** How an advisor matched this week, and what would improve it. */
export function WeekOfMatches({ matches }: { matches: Answer<typeof myMatches> | null }) {
  if (!matches)
    return (
      <div className={classes.panel}>
        <h2>Your matches this week</h2>
        <p className="small">This did not load. Reload the page to try again.</p>
      </div>
    );
  const { listed, customers, first, average_position, customers_last_week, track_record, advice } = matches;
  return (
    <div className={classes.panel}>
      <h2>Your matches this week</h2>
      {!listed ? (
        <p className="small">
          You appear in matches once your profile is complete and your payout account is connected.
        </p>
      ) : customers === 0 ? (
        <p className="small">
          You have not been in a member's list yet this week
          {customers_last_week > 0 && `; last week you were in ${customers_last_week}`}.
        </p>
      ) : (
        <dl className={classes.figures}>
          <div>
            <dt>{customers === 1 ? "member saw you" : "members saw you"}</dt>
            <dd>{customers}</dd>
          </div>
          <div>
            <dt>{first === 1 ? "time at the top" : "times at the top"}</dt>
            <dd>{first}</dd>
          </div>
          {average_position !== null && (
            <div>
              <dt>average place</dt>
              <dd>{average_position.toFixed(1)}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={classes.track}>
        <p>
          Track record: {track_record.points} of {track_record.of} points
        </p>
        <ProgressBar label="Track record" value={track_record.points} of={track_record.of} />
        <p className="small">{track_record.text}.</p>
      </div>
      {advice.length > 0 && (
        <>
          <h3>What would improve it</h3>
          <ul className={classes.advice}>
            {advice.map(({ text, action, label }) => (
              <li key={text}>
                {text} {action && <Link to={action}>{label}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
