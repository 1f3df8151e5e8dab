import {
  complaintsOf,
  draftComplaintsOf,
  isBlank,
  type LineComplaints,
  readLine,
  type TypedLine,
  texts,
  totalComplaint,
  totalOf,
  withBlankEnd,
} from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { useState } from "react";

/** A row of the table as it is typed; the key stays with it while others come and go. */
export type Row = { key: number; description: string; quantity: string; unit_price: string };
export type RowComplaints = ReadonlyMap<number, LineComplaints>;

let lastKey = 0;
export function blankRow(): Row {
  lastKey += 1;
  return { key: lastKey, description: "", quantity: "", unit_price: "" };
}

export function rowsFrom(lines: readonly TypedLine[]): Row[] {
  const rows = lines.map((line) => ({
    ...blankRow(),
    description: line.description,
    // A draft keeps an empty cell as 0.
    quantity: Number(line.quantity) === 0 ? "" : String(line.quantity),
    unit_price: Number(line.unit_price) === 0 ? "" : String(line.unit_price),
  }));
  return withBlankEnd(rows, blankRow());
}

/** The rows that count: blank ones are neither validated nor sent (row I-02). */
export function filled(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isBlank(row));
}

/** A row as the documents have it, in numbers and with its amount (decision 47); a draft's empty cell stays empty. */
export function asSent(row: Row): TypedLine & { amount: number } {
  const { quantityHundredths, unitPricePence, amountPence } = readLine(row);
  const figure = (text: string, hundredths: number) => (text.trim() === "" ? "" : decimalOf(hundredths));
  return {
    description: row.description,
    quantity: figure(row.quantity, quantityHundredths),
    unit_price: figure(row.unit_price, unitPricePence),
    amount: decimalOf(amountPence),
  };
}

/** What is wrong before it is sent: by row, and with the whole. A table with nothing in it is told on its first row. */
export function complaintsAbout(rows: readonly Row[]): { byRow: RowComplaints; whole: string | null } {
  const counting = filled(rows);
  const checked = counting.length > 0 ? counting : rows.slice(0, 1);
  const told = checked.map((row) => [row.key, complaintsOf(row)] as const);
  const byRow = new Map(told.filter(([, complaints]) => Object.keys(complaints).length > 0));
  return { byRow, whole: byRow.size > 0 ? null : totalComplaint(totalOf(counting.map(readLine))) };
}

/** A draft may have gaps, but not what cannot be kept. */
export function complaintsAboutDraft(rows: readonly Row[]): RowComplaints {
  const told = filled(rows).map((row) => [row.key, draftComplaintsOf(row)] as const);
  return new Map(told.filter(([, complaints]) => Object.keys(complaints).length > 0));
}

/** The server's complaints by the place in what was sent, given back to the rows they are about. */
export function complaintsFromServer(errors: Record<string, string[]>, sent: readonly Row[]) {
  const byRow = new Map<number, LineComplaints>();
  let whole: string | null = null;
  for (const [field, messages] of Object.entries(errors)) {
    const [list, index, column] = field.split(".");
    if (list !== "items_attributes") continue;
    const row = sent[Number(index)];
    if (!row || !column) whole = messages.join(" ") || texts.noLines;
    else byRow.set(row.key, { ...byRow.get(row.key), [column]: messages.join(" ") });
  }
  return { byRow, whole };
}

/** The table's rows; a blank one always stands at its end once the last has a description. */
export function useRows(start: readonly Row[]) {
  const [rows, setRows] = useState<Row[]>(() => withBlankEnd([...start], blankRow()));
  return {
    rows,
    setRows,
    setCell: (key: number, column: keyof TypedLine, value: string) =>
      setRows((before) =>
        withBlankEnd(
          before.map((row) => (row.key === key ? { ...row, [column]: value } : row)),
          blankRow(),
        ),
      ),
    remove: (key: number) =>
      setRows((before) =>
        withBlankEnd(
          before.filter((row) => row.key !== key),
          blankRow(),
        ),
      ),
  };
}
