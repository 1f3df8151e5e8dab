import { ButtonLink } from "../../ui/button.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./member-home.module.css";
import type { Step, Suggestion } from "./next-steps.ts";

const shown = 6;

/** The next steps, the most urgent first; without any, a suggestion. */
export function StepsList({
  steps,
  incomplete,
  otherwise,
}: {
  steps: readonly Step[];
  incomplete: boolean;
  otherwise: Suggestion;
}) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={classes.heading}>
        What to do next
      </h2>
      {steps.length === 0 ? (
        <div className={classes.nothing}>
          <p>
            {incomplete
              ? "We could not load everything that may wait for you. Reload the page to try again."
              : otherwise.text}
          </p>
          <ButtonLink to={otherwise.to}>{otherwise.label}</ButtonLink>
        </div>
      ) : (
        <ul className={classes.steps}>
          {steps.slice(0, shown).map(({ key, what, about, to, label }, at) => (
            <li key={key}>
              <div>
                <p className={classes.what}>{what}</p>
                <p className="small">{unbroken(about)}</p>
              </div>
              <ButtonLink to={to} variant={at === 0 ? "primary" : "line"}>
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {steps.length > shown && (
        <p className="small">And {steps.length - shown} more, in your engagements, invoices and messages.</p>
      )}
      {steps.length > 0 && incomplete && (
        <p className="small">Something did not load, so this list may be incomplete.</p>
      )}
    </section>
  );
}
