import { TextInput } from "@mantine/core";
import { isBlank, lineColumns, readLine, type TypedLine } from "@plumbline/contract/invoices/rules.ts";
import { type KeyboardEvent, useRef } from "react";
import { CloseIcon } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import look from "./line-table.module.css";
import type { Row, RowComplaints } from "./lines.ts";

const inputs = ["description", "quantity", "unit_price"] as const;

/**
 * The editable lines (rows I-02 to I-04). Enter goes down the column, as in a sheet; on a phone each line stands as a
 * small form of its own.
 */
export function LineTable({
  rows,
  complaints,
  onCell,
  onRemove,
}: {
  rows: readonly Row[];
  complaints: RowComplaints;
  onCell: (key: number, column: keyof TypedLine, value: string) => void;
  onRemove: (key: number) => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: keyof TypedLine) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus();

  const onKey = (event: KeyboardEvent, row: number, column: keyof TypedLine) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Enter would send the invoice, which nobody means in the middle of a table.
    event.preventDefault();
    focus(Math.min(row + (event.shiftKey ? -1 : 1), rows.length - 1), column);
  };

  return (
    // biome-ignore lint/a11y/noRedundantRoles: the stacked layout takes the elements' own roles away
    <table className={look.table} role="table" ref={table}>
      <caption className="visually-hidden">Lines of the invoice</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row">
          {Object.entries(lineColumns).map(([column, title]) => (
            <th key={column} scope="col" className={look[column]}>
              {title}
            </th>
          ))}
          <th scope="col" className={look.remove}>
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <tr key={row.key} role="row">
            {inputs.map((column) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <td key={column} role="cell" className={look[column]} data-title={lineColumns[column]}>
                <TextInput
                  aria-label={`${lineColumns[column]}, line ${index + 1}`}
                  data-row={index}
                  data-column={column}
                  value={row[column]}
                  onChange={(event) => onCell(row.key, column, event.currentTarget.value)}
                  onKeyDown={(event) => onKey(event, index, column)}
                  error={complaints.get(row.key)?.[column]}
                  autoComplete="off"
                  maxLength={column === "description" ? 500 : 20}
                  inputMode={column === "description" ? "text" : "decimal"}
                  leftSection={column === "unit_price" ? "£" : undefined}
                  placeholder={column === "description" && index === rows.length - 1 ? "What you did" : undefined}
                />
              </td>
            ))}
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <td role="cell" className={look.amount} data-title={lineColumns.amount}>
              <Money pence={readLine(row).amountPence} />
            </td>
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <td role="cell" className={look.remove} data-blank={isBlank(row) || undefined}>
              {!isBlank(row) && (
                <button
                  type="button"
                  aria-label={`Remove line ${index + 1}`}
                  onClick={() => {
                    onRemove(row.key);
                    requestAnimationFrame(() => focus(Math.max(0, index - 1), "description"));
                  }}
                >
                  <CloseIcon size={18} />
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
