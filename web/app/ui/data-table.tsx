import type { ReactNode } from "react";
import classes from "./data-table.module.css";

/**
 * A cell with nothing in it is a dash, and left out under 720 px. `phone` says how a cell is shown under 720 px: `lead` and `end` are a row's first line, `wide` has a line to itself, `bare`
 * stands without its title, `whole` does both, and `titled` keeps an amount from ending the first line. The first column leads unless another one does, and the last amount ends the line.
 */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  phone?: "lead" | "end" | "wide" | "bare" | "whole" | "titled";
};

/**
 * A table whose rows are a few lines under 720 px. `caption` is its heading; `hideCaption` leaves it to screen
 * readers when the page's title says the same. A column with an empty title holds actions. With seven columns its rows are
 * two lines on a tablet.
 */
export function DataTable<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  selected,
}: {
  caption: string;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The key of the row that the keyboard has reached. */
  selected?: string | number | undefined;
}) {
  const end = columns.some(({ phone }) => phone === "end")
    ? undefined
    : columns.findLast(({ align, title, phone }) => align === "end" && title !== "" && !phone);
  const lead = columns.some(({ phone }) => phone === "lead") ? undefined : columns[0];
  const phoneOf = (column: Column<Row>) =>
    column.phone ?? (column === lead ? "lead" : column === end ? "end" : undefined);
  // Explicit roles, because the stacked layout removes the elements' implicit ones.
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table className={classes.table} role="table">
      <caption className={hideCaption ? "visually-hidden" : classes.caption}>{caption}</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row">
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" className={align && classes.end}>
              {title || <span className="visually-hidden">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup">
        {rows.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <tr key={rowKey(row)} role="row" data-selected={rowKey(row) === selected || undefined}>
            {columns.map((column) => {
              const content = column.cell(row);
              return (
                <td
                  key={column.title}
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  role="cell"
                  data-title={column.title}
                  data-phone={phoneOf(column)}
                  data-whole={isWhole(content) || undefined}
                  className={column.align && classes.end}
                >
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A date, a moment or a number, which is not broken, however long the words of other columns are. */
const isWhole = (content: ReactNode) => typeof content === "string" && /^\d[\w/:, ]{0,21}$/.test(content);
