import type { ReactNode } from "react";
import { Money } from "./money.tsx";
import classes from "./sums.module.css";

export type Sum = { name: string; pounds: number; note?: ReactNode };

/** A few sums in a row, each with its name and a line about it; two in a row on a narrow screen. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className={classes.sums}>
      {sums.map(({ name, pounds, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money pounds={pounds} big />
            {note && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
