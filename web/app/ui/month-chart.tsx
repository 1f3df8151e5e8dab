import { formatMonth } from "@plumbline/contract/dates.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { ReactNode } from "react";
import { BarChart } from "./bar-chart.tsx";
import { ChartTable } from "./chart-table.tsx";
import classes from "./month-chart.module.css";

/** Pounds by month as a picture with its legend; `children` is the table of the same numbers, which can be opened. */
export function MonthChart({
  label,
  months,
  legend,
  children,
}: {
  label: string;
  months: readonly { month: string; solid: number; dashed: number }[];
  legend: readonly { text: string; dashed?: boolean }[];
  children: ReactNode;
}) {
  const bars = months.map(({ month, ...parts }) => ({ name: month, short: formatMonth(month).slice(0, 3), ...parts }));
  return (
    <figure className={classes.figure}>
      <BarChart label={label} bars={bars} format={shortPounds} />
      <figcaption className={classes.legend}>
        {legend.map(({ text, dashed }) => (
          <span key={text} className={classes.key}>
            <span className={dashed ? `${classes.mark} ${classes.dashed}` : classes.mark} /> {text}
          </span>
        ))}
      </figcaption>
      <ChartTable>{children}</ChartTable>
    </figure>
  );
}

/** "£3,000", without pence, for an axis. */
function shortPounds(amount: number): string {
  return formatPounds(amount).replace(/\.00$/, "");
}
