import { TextInput } from "@mantine/core";
import { isBlankLine, lineColumns, readLine } from "@plumbline/contract/invoices/rules.ts";
import { type VatPercents, vatChoiceText, vatTreatments } from "@plumbline/contract/invoices/vat.ts";
import { type KeyboardEvent, useRef } from "react";
import { CloseIcon } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import type { InvoiceErrors } from "./invoice-errors.ts";
import classes from "./line-table.module.css";
import type { Column, Row } from "./lines.ts";

const inputs = ["description", "quantity", "unit_price"] as const;

/**
 * The editable lines (rows I-02 to I-04). Enter moves down the column, as in a spreadsheet; on a phone each line is a
 * small form.
 */
export function LineTable({
  rows,
  complaints,
  vat,
  onCells,
  onRemove,
}: {
  rows: readonly Row[];
  complaints: InvoiceErrors["rows"];
  /** Today's rates, for an invoice with VAT. */
  vat: VatPercents | null;
  onCells: (key: number, cells: Partial<Row>) => void;
  onRemove: (key: number) => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: Column) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus();

  const onKey = (event: KeyboardEvent, row: number, column: Column) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Enter would submit the form, which is not wanted in the middle of a table.
    event.preventDefault();
    focus(Math.min(row + (event.shiftKey ? -1 : 1), rows.length - 1), column);
  };

  return (
    // biome-ignore lint/a11y/noRedundantRoles: the stacked layout removes the elements' own roles
    <table className={classes.table} role="table" ref={table}>
      <caption className="visually-hidden">Lines of the invoice</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row">
          {titlesOf(vat !== null).map(([column, title]) => (
            <th key={column} scope="col" className={classes[column]}>
              {title}
            </th>
          ))}
          <th scope="col" className={classes.remove}>
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
              <td key={column} role="cell" className={classes[column]} data-title={lineColumns[column]}>
                <TextInput
                  aria-label={`${lineColumns[column]}, line ${index + 1}`}
                  data-row={index}
                  data-column={column}
                  value={row[column]}
                  onChange={(event) => onCells(row.key, { [column]: event.currentTarget.value })}
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
            {vat && (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <td role="cell" className={classes.vat} data-title="VAT">
                <select
                  aria-label={`VAT, line ${index + 1}`}
                  value={row.vat_treatment}
                  onChange={({ target }) => {
                    const vat_treatment = vatTreatments.find((treatment) => treatment === target.value);
                    if (vat_treatment) onCells(row.key, { vat_treatment });
                  }}
                >
                  {vatTreatments.map((treatment) => (
                    <option key={treatment} value={treatment}>
                      {vatChoiceText(treatment, vat)}
                    </option>
                  ))}
                </select>
              </td>
            )}
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <td role="cell" className={classes.amount} data-title={lineColumns.amount}>
              <Money pence={readLine(row).amountPence} />
            </td>
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <td role="cell" className={classes.remove} data-blank={isBlankLine(row) || undefined}>
              {!isBlankLine(row) && (
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

/** The classes and titles of the columns, in their order. */
function titlesOf(hasVat: boolean): (readonly [string, string])[] {
  const titles = Object.entries(lineColumns);
  return hasVat ? [...titles.slice(0, -1), ["vat", "VAT"], ...titles.slice(-1)] : titles;
}
