import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import classes from "./status.module.css";

/** A status in a sentence, under the title; `children` has details, `action` what to do about it. */
export function Banner({
  tone = "calm",
  title,
  action,
  children,
}: {
  tone?: Tone;
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`${classes.banner} ${classes[tone]}`} role="status">
      <div>
        <p className={classes.title}>{title}</p>
        {children && <div className={classes.text}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
