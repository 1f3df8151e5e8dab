import type { ReactNode } from "react";
import classes from "./data-table.module.css";

/** `wide` takes the whole width of a stacked row: for addresses and sentences. */
export type Column<Row> = { title: string; cell: (row: Row) => ReactNode; align?: "end"; wide?: boolean };

/**
 * A table whose rows become stacked blocks under 720 px. `caption` is its heading; `hideCaption` leaves it to screen
 * readers when the page's title says the same. A column with an empty title holds actions.
 */
export function DataTable<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}) {
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
          <tr key={rowKey(row)} role="row">
            {columns.map(({ title, cell, align, wide }) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <td key={title} role="cell" data-title={title} data-wide={wide} className={align && classes.end}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
