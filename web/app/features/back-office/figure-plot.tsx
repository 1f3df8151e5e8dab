import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { ChartTable } from "../../ui/chart-table.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import classes from "./figures.module.css";

/** A bar's parts: `ours` from the base line, and what stands beyond it. */
export type PlotValue = { value: number; beyond?: number };

/**
 * One figure by week: its picture, and the table of the same numbers, which can be opened. `weeks` begin with the newest, as
 * they are answered; the picture begins with the oldest.
 */
export function FigurePlot<Week extends { week: string }>({
  title,
  means,
  total,
  weeks,
  of,
  format,
  names = [title],
}: {
  title: string;
  means: string;
  /** What the weeks come to, or null where they do not add up. */
  total: string | null;
  weeks: readonly Week[];
  /** A week's value; null where nothing happened that could be measured. */
  of: (week: Week) => PlotValue | null;
  format: (value: number) => string;
  /** The names of the bar's parts. */
  names?: readonly [string, string?];
}) {
  const oldestFirst = weeks.toReversed();
  // Six labels fit below the bars.
  const every = Math.ceil(weeks.length / 6);
  const bars = oldestFirst.map((week, index) => ({
    name: week.week,
    short: index % every === Math.floor(every / 2) ? dayAndMonth(week.week) : "",
    solid: of(week)?.value ?? 0,
    dashed: of(week)?.beyond ?? 0,
  }));
  const first = oldestFirst[0]?.week ?? "";
  const last = oldestFirst.at(-1)?.week ?? "";
  return (
    <section className={classes.plot} aria-label={title}>
      <h3>
        {title}
        {total !== null && <span className={classes.total}>{total}</span>}
      </h3>
      <p className={classes.means}>{means}</p>
      <BarChart
        label={`${title} by week, from ${formatLong(first)} to ${formatLong(last)}`}
        bars={bars}
        format={format}
      />
      {names[1] && (
        <p className={classes.legend}>
          <span className={classes.solid}>{names[0]}</span>
          <span className={classes.dashed}>{names[1]}</span>
        </p>
      )}
      <ChartTable>
        <DataTable
          caption={title}
          hideCaption
          rows={weeks}
          rowKey={({ week }) => week}
          columns={[
            { title: "Week of", cell: ({ week }) => formatShort(week) },
            ...names.map((name, part) => ({
              title: name ?? "",
              align: "end" as const,
              cell: (week: Week) => {
                const value = of(week);
                return value === null ? "–" : format((part === 0 ? value.value : value.beyond) ?? 0);
              },
            })),
          ]}
        />
      </ChartTable>
    </section>
  );
}

/** "9 Nov", below a bar. */
const dayAndMonth = (day: string) => formatLong(day).replace(/^(\d+ \w{3}).*/, "$1");
