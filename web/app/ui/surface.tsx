import type { ReactNode } from "react";
import classes from "./surface.module.css";

/** A framed area of the page; `tinted` has a chalk background. Use sparingly: prefer hairlines to boxes. */
export function Surface({ tinted = false, children }: { tinted?: boolean; children: ReactNode }) {
  return <div className={tinted ? `${classes.surface} ${classes.tinted}` : classes.surface}>{children}</div>;
}

/** A main column with a narrow one beside it, for terms, people and actions; stacked under 990 px. */
export function WithSidebar({
  sidebar,
  firstAbove = false,
  children,
}: {
  sidebar: ReactNode;
  /** On a narrow screen the sidebar's first part stands above the rest. */
  firstAbove?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.sidebar} data-first-above={firstAbove || undefined}>
      <div>{children}</div>
      <aside className={classes.rail}>{sidebar}</aside>
    </div>
  );
}

/** A wizard: its PlumbRail on the left, the current step's form on the right. */
export function WithSteps({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.steps}>
      {rail}
      <div>{children}</div>
    </div>
  );
}
