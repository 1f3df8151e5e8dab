import type { ReactNode } from "react";
import classes from "./chart-table.module.css";

/** The table of a chart's numbers, which can be opened below it; while it is closed it is not printed. */
export function ChartTable({ children }: { children: ReactNode }) {
  return (
    <details className={classes.numbers}>
      <summary>Show as a table</summary>
      {children}
    </details>
  );
}
