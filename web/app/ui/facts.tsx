import type { ReactNode } from "react";
import classes from "./facts.module.css";
import { unbroken } from "./unbroken.tsx";

/** Facts by name, one a line: what a dialog asks about, or what a form is going to send. Empty values are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{unbroken(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
