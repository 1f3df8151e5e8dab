import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { myMatches } from "@plumbline/contract/matching/contract.ts";
import type { Standing } from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./member-home.module.css";
import { whyNotListed } from "./next-steps.ts";

/** How often members saw an advisor this week, what their place among others is made of, and what would improve it. */
export function FoundByCustomers({
  matches,
  standing,
}: {
  matches: Answer<typeof myMatches> | null;
  standing: Standing;
}) {
  if (!matches)
    return (
      <section className={classes.panel} aria-labelledby="found">
        <h2 id="found">How customers find you</h2>
        <p className="small">This did not load. Reload the page to try again.</p>
      </section>
    );
  const { listed, customers, first, average_position, customers_last_week, track_record, advice } = matches;
  return (
    <section className={classes.panel} aria-labelledby="found">
      <h2 id="found">How customers find you</h2>
      {!listed ? (
        <p className="small">{whyNotListed(standing)}</p>
      ) : customers === 0 ? (
        <p className="small">
          Members say what they need and see up to eight advisors. You have not been among them yet this week
          {customers_last_week > 0 && `; last week you were, ${times(customers_last_week)}`}.
        </p>
      ) : (
        <>
          <p className={classes.week}>This week</p>
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
        </>
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
          <Advice advice={advice} />
        </>
      )}
    </section>
  );
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

/** What to improve, each with a link to the place. */
export function Advice({ advice }: { advice: Answer<typeof myMatches>["advice"] }) {
  return (
    <ul className={classes.advice}>
      {advice.map(({ text, action, label }) => (
        <li key={text}>
          {text} {action && <Link to={action}>{label}</Link>}
        </li>
      ))}
    </ul>
  );
}
