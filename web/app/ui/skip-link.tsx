import type { ReactNode } from "react";
import classes from "./skip-link.module.css";

/** A link to a part of the page that is seen only with the focus, past what would be many tab stops. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={classes.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
