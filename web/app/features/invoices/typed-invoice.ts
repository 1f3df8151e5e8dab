import { product } from "@plumbline/contract/product.ts";
import { readStored, writeStored } from "../../browser-storage.ts";
import { currentSession } from "../../session.ts";
import { filled, type Row, rowsFrom } from "./lines.ts";

export type TypedInvoice = { projectId: number | null; rows: Row[] };

/**
 * An invoice that is being written is stored in this browser, per member, until it is sent, saved as a draft or
 * discarded.
 */
const key = () => `${product.toLowerCase()}.invoice.${currentSession()?.email ?? ""}`;

export function typedInvoice(): TypedInvoice | null {
  const typed = readStored<TypedInvoice>("local", key());
  return typed && { projectId: typed.projectId, rows: rowsFrom(typed.rows) };
}

export function saveTyped({ projectId, rows }: TypedInvoice): void {
  const hasInput = filled(rows);
  writeStored("local", key(), hasInput.length === 0 ? null : { projectId, rows: hasInput });
}

export function deleteTyped(): void {
  writeStored("local", key(), null);
}
