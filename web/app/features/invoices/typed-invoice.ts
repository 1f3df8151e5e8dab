import { draftOf } from "../../draft.ts";
import { filled, type Row, rowsFrom } from "./lines.ts";

export type TypedInvoice = { projectId: number | null; rows: Row[] };

/** What is being written: a new invoice, or changes of a draft that the server has. */
export function typedInvoice(draftId: number | null) {
  const kept = draftOf<TypedInvoice>(draftId ? `invoice ${draftId}` : "invoice");
  return {
    read(): TypedInvoice | null {
      const typed = kept.read();
      return typed && { projectId: typed.projectId, rows: rowsFrom(typed.rows) };
    },
    /** Keeps what differs from the start, which for a new invoice has no lines. */
    write({ projectId, rows }: TypedInvoice, start: TypedInvoice): void {
      const same = sayOf({ projectId, rows }) === sayOf(start) || (filled(rows).length === 0 && !draftId);
      kept.write(same ? null : { projectId, rows: filled(rows) });
    },
    remove: () => kept.write(null),
  };
}

/** The lines without their keys, which are new on every page. */
const sayOf = ({ projectId, rows }: TypedInvoice): string =>
  JSON.stringify([
    projectId,
    filled(rows).map(({ description, quantity, unit_price }) => [description, quantity, unit_price]),
  ]);
