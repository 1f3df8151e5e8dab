import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { myMatches } from "@plumbline/contract/matching/contract.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Advice } from "./found-by-customers.tsx";
import classes from "./member-home.module.css";

/** What an advisor's profile lacks and why it matters; nothing when it is whole. */
export function ProfileStrength({ profile: { filled, of, missing } }: Pick<Answer<typeof myMatches>, "profile">) {
  if (missing.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="strength">
      <h2 id="strength">Your profile</h2>
      <div className={classes.track}>
        <p>
          {filled} of the {of} things that members look for beyond the essentials
        </p>
        <ProgressBar label="Your profile" value={filled} of={of} />
      </div>
      <Advice advice={missing} />
    </section>
  );
}
