import {
  draftLineErrors,
  isBlankLine,
  type LineErrors,
  lineErrors,
  readLine,
  type TypedLine,
  texts,
  totalError,
  totalOf,
  withTrailingBlank,
} from "@plumbline/contract/invoices/rules.ts";
import { usualTreatment, type VatTreatment } from "@plumbline/contract/invoices/vat.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { useState } from "react";

/** A row of the table as typed; its key stays while others are added and removed. */
export type Row = { key: number; vat_treatment: VatTreatment } & Record<Column, string>;
/** What is typed. */
export type Column = "description" | "quantity" | "unit_price";
export type RowErrors = ReadonlyMap<number, LineErrors>;

let lastKey = 0;
function blankRow(): Row {
  lastKey += 1;
  return { key: lastKey, description: "", quantity: "", unit_price: "", vat_treatment: usualTreatment };
}

export function rowsFrom(lines: readonly TypedLine[]): Row[] {
  const rows = lines.map((line) => ({
    ...blankRow(),
    description: line.description,
    // A draft stores an empty cell as 0.
    quantity: Number(line.quantity) === 0 ? "" : String(line.quantity),
    unit_price: Number(line.unit_price) === 0 ? "" : String(line.unit_price),
    vat_treatment: line.vat_treatment ?? usualTreatment,
  }));
  return withTrailingBlank(rows, blankRow());
}

/** The rows with input: blank ones are neither validated nor sent (row I-02). */
export function filled(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isBlankLine(row));
}

/**
 * A row as sent, in numbers and with its amount (decision 47), and with its treatment on an invoice with VAT; a draft's
 * empty cell stays empty.
 */
export function asSent(row: Row, hasVat: boolean): TypedLine & { amount: number } {
  const { quantityHundredths, unitPricePence, amountPence } = readLine(row);
  const figure = (text: string, hundredths: number) => (text.trim() === "" ? "" : decimalOf(hundredths));
  return {
    description: row.description,
    quantity: figure(row.quantity, quantityHundredths),
    unit_price: figure(row.unit_price, unitPricePence),
    amount: decimalOf(amountPence),
    ...(hasVat && { vat_treatment: row.vat_treatment }),
  };
}

/** Errors before sending: by row, and for the whole. An empty table has its errors on the first row. */
export function validateRows(rows: readonly Row[]): { byRow: RowErrors; whole: string | null } {
  const counting = filled(rows);
  const checked = counting.length > 0 ? counting : rows.slice(0, 1);
  const found = checked.map((row) => [row.key, lineErrors(row)] as const);
  const byRow = new Map(found.filter(([, complaints]) => Object.keys(complaints).length > 0));
  return { byRow, whole: byRow.size > 0 ? null : totalError(totalOf(counting.map(readLine))) };
}

/** A draft may be incomplete, but not contain values that cannot be stored. */
export function validateDraftRows(rows: readonly Row[]): RowErrors {
  const found = filled(rows).map((row) => [row.key, draftLineErrors(row)] as const);
  return new Map(found.filter(([, complaints]) => Object.keys(complaints).length > 0));
}

/** The server's errors by their position in the request, mapped back to the rows. */
export function serverErrorsOf(errors: Record<string, string[]>, sent: readonly Row[]) {
  const byRow = new Map<number, LineErrors>();
  let whole: string | null = null;
  for (const [field, messages] of Object.entries(errors)) {
    const [list, index, column] = field.split(".");
    if (list !== "items_attributes") continue;
    const row = sent[Number(index)];
    // The choice of VAT has no place for a message, and none at all where the page does not know of the registration.
    if (!row || !column || column === "vat_treatment") whole = messages.join(" ") || texts.noLines;
    else byRow.set(row.key, { ...byRow.get(row.key), [column]: messages.join(" ") });
  }
  return { byRow, whole };
}

/** The table's rows; there is always a blank one after the last described row. */
export function useRows(start: readonly Row[]) {
  const [rows, setRows] = useState<Row[]>(() => withTrailingBlank([...start], blankRow()));
  return {
    rows,
    setRows,
    setCells: (key: number, cells: Partial<Row>) =>
      setRows((before) =>
        withTrailingBlank(
          before.map((row) => (row.key === key ? { ...row, ...cells } : row)),
          blankRow(),
        ),
      ),
    remove: (key: number) =>
      setRows((before) =>
        withTrailingBlank(
          before.filter((row) => row.key !== key),
          blankRow(),
        ),
      ),
  };
}
