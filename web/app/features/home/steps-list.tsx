import { ButtonLink } from "../../ui/button.tsx";
import look from "./member-home.module.css";
import type { Step } from "./next-steps.ts";

const shown = 6;

/** What to do next, the most pressing first; when nothing waits, what might be a good idea. */
export function StepsList({
  steps,
  incomplete,
  otherwise,
}: {
  steps: readonly Step[];
  incomplete: boolean;
  otherwise: { text: string; to: string; label: string };
}) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={look.heading}>
        What to do next
      </h2>
      {steps.length === 0 ? (
        <div className={look.nothing}>
          <p>
            {incomplete
              ? "We could not load everything that may wait for you. Reload the page to try again."
              : otherwise.text}
          </p>
          <ButtonLink to={otherwise.to}>{otherwise.label}</ButtonLink>
        </div>
      ) : (
        <ul className={look.steps}>
          {steps.slice(0, shown).map(({ key, what, about, to, label }, at) => (
            <li key={key}>
              <div>
                <p className={look.what}>{what}</p>
                <p className="small">{about}</p>
              </div>
              <ButtonLink to={to} look={at === 0 ? "primary" : "line"}>
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
