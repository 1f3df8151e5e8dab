import type { ReactNode } from "react";
import classes from "./states.module.css";

/** An empty list: what it will show, and the one action that fills it. */
export function EmptyState({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
