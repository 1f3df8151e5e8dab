import type { ReactNode } from "react";
import look from "./plumb-line.module.css";

/** The spine of a sequence: an ordered list along the brass line. Put PlumbSteps in it; `numbered` leaves room for `number`. */
export function PlumbLine({ numbered = false, children }: { numbered?: boolean; children: ReactNode }) {
  return <ol className={numbered ? `${look.line} ${look.numbered}` : look.line}>{children}</ol>;
}

/** One thing on the line: a title, when, and more about it. `now` is the point that it has come to. */
export function PlumbStep({
  title,
  when,
  number,
  now = false,
  children,
}: {
  title: ReactNode;
  when?: ReactNode;
  number?: number;
  now?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className={now ? `${look.step} ${look.now}` : look.step}>
      {number !== undefined && (
        <span className={look.number} aria-hidden="true">
          {number}
        </span>
      )}
      {typeof title === "string" ? <strong>{title}</strong> : title} {when && <span className={look.when}>{when}</span>}
      {children && <div className={look.words}>{children}</div>}
    </li>
  );
}

/** The steps of a wizard along the line, with the current one marked (counted from 0). */
export function PlumbRail({
  steps,
  current,
  label = "Steps",
}: {
  steps: readonly string[];
  current: number;
  label?: string;
}) {
  return (
    <nav aria-label={label} className={look.rail}>
      <ol className={look.line}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={[look.step, index < current && look.done, index === current && look.now]
              .filter(Boolean)
              .join(" ")}
            aria-current={index === current ? "step" : undefined}
          >
            {step}
            {index < current && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
