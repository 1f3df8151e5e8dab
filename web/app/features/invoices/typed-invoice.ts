import { product } from "@plumbline/contract/product.ts";
import { currentSession } from "../../session.ts";
import { filled, type Row, rowsFrom } from "./lines.ts";

export type TypedInvoice = { projectId: number | null; rows: Row[] };

/** An invoice that is being written stays in this browser, per member, until it is sent, saved as a draft or given up. */
const key = () => `${product.toLowerCase()}.invoice.${currentSession()?.email ?? ""}`;

export function typedInvoice(): TypedInvoice | null {
  try {
    const text = localStorage.getItem(key());
    if (!text) return null;
    const { projectId, rows } = JSON.parse(text) as TypedInvoice;
    return { projectId, rows: rowsFrom(rows) };
  } catch {
    return null;
  }
}

export function keepTyped({ projectId, rows }: TypedInvoice): void {
  try {
    if (filled(rows).length === 0) {
      forgetTyped();
      return;
    }
    localStorage.setItem(key(), JSON.stringify({ projectId, rows: filled(rows) }));
  } catch {
    // A full or forbidden store costs the copy, not the invoice.
  }
}

export function forgetTyped(): void {
  localStorage.removeItem(key());
}
