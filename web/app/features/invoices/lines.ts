import {
  isBlankLine,
  readLine,
  type TypedLine,
  totalOf,
  withTrailingBlank,
} from "@plumbline/contract/invoices/rules.ts";
import {
  usualTreatment,
  type VatPercents,
  type VatRate,
  type VatTreatment,
  vatRates,
} from "@plumbline/contract/invoices/vat.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import { useState } from "react";

/** A row of the table as typed; its key stays while others are added and removed. */
export type Row = { key: number; vat_treatment: VatTreatment } & Record<Column, string>;
/** What is typed. */
export type Column = "description" | "quantity" | "unit_price";

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

/** What rows come to, in pence: without VAT, the VAT by rate, and what the customer pays. */
export type Amounts = { netPence: number; rates: readonly VatRate[]; totalPence: number };

/** `vat` has the rates of an advisor who is registered for it. */
export function amountsOf(rows: readonly Row[], vat: VatPercents | null): Amounts {
  const lines = filled(rows).map(readLine);
  const netPence = totalOf(lines);
  const rates = vat ? vatRates(lines, vat) : [];
  return { netPence, rates, totalPence: netPence + sumOf(rates.map(({ vatPence }) => vatPence)) };
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
