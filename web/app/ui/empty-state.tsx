import type { ReactNode } from "react";
import look from "./states.module.css";

/** A list with nothing in it: what it will show, and the one action that fills it. */
export function EmptyState({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className={look.state}>
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <div className={look.action}>{action}</div>}
    </div>
  );
}
