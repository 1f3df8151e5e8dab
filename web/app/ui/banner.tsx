import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import classes from "./status.module.css";
import { unbroken } from "./unbroken.tsx";

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
        <p className={classes.title}>{unbroken(title)}</p>
        {children && <div className={classes.text}>{unbroken(children)}</div>}
      </div>
      {action}
    </div>
  );
}
