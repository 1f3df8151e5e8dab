import type { ComponentProps } from "react";
import { DataTable } from "./data-table.tsx";

/** A table for each group of rows, in the order of the rows. */
export function GroupedTables<Row extends { group: string; name: string }>({
  rows,
  columns,
}: Pick<ComponentProps<typeof DataTable<Row>>, "rows" | "columns">) {
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, grouped]) => (
    <DataTable key={group} caption={group} rows={grouped} rowKey={({ name }) => name} columns={columns} />
  ));
}
