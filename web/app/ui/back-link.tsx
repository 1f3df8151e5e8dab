import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./back-link.module.css";
import { ArrowLeftIcon } from "./icons.tsx";

/** Selects these links. */
export const backLink = `a.${classes.back}`;

/** A link to the parent page, above the title. A list is shown as it was left (shell/way-back.ts). */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.back} to={to}>
      <ArrowLeftIcon size={16} />
      {children}
    </Link>
  );
}
