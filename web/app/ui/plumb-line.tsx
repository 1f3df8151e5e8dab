import type { ReactNode } from "react";
import classes from "./plumb-line.module.css";
import { unbroken } from "./unbroken.tsx";

/** A sequence as an ordered list along a brass line, of PlumbSteps; `numbered` leaves room for `number`. */
export function PlumbLine({ numbered = false, children }: { numbered?: boolean; children: ReactNode }) {
  return <ol className={numbered ? `${classes.line} ${classes.numbered}` : classes.line}>{children}</ol>;
}

/** One entry: a title, when, and details. `now` marks the current one, `done` what is behind. */
export function PlumbStep({
  title,
  when,
  number,
  now = false,
  done = false,
  children,
}: {
  title: ReactNode;
  when?: ReactNode;
  number?: number;
  now?: boolean;
  done?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className={[classes.step, now && classes.now, done && classes.ticked].filter(Boolean).join(" ")}>
      {number !== undefined && (
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
      )}
      {typeof title === "string" ? <strong>{title}</strong> : title}{" "}
      {done && <span className="visually-hidden">(done) </span>}
      {when && <span className={classes.when}>{unbroken(when)}</span>}
      {children && <div className={classes.words}>{unbroken(children)}</div>}
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
    <nav aria-label={label} className={classes.rail}>
      <ol className={classes.line}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={[classes.step, index < current && classes.done, index === current && classes.now]
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
