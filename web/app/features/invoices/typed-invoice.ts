import { draftOf } from "../../draft.ts";
import { filled, type Row, rowsFrom } from "./lines.ts";

/** `days` is the payment term, empty for the usual one. */
export type TypedInvoice = { projectId: number | null; rows: Row[]; days: string };

/** What is being written: a new invoice, a new claim for a late one, or changes of a draft that the server has. */
export function typedInvoice(draftId: number | null, claimFor: number | null = null) {
  const kept = draftOf<TypedInvoice>(draftId ? `invoice ${draftId}` : claimFor ? `claim ${claimFor}` : "invoice");
  return {
    read(): TypedInvoice | null {
      const typed = kept.read();
      // What an earlier version kept has no payment term.
      return typed && { projectId: typed.projectId, rows: rowsFrom(typed.rows), days: typed.days ?? "" };
    },
    /** Keeps what differs from the start, which for a new invoice has no lines. */
    write({ projectId, rows, days }: TypedInvoice, start: TypedInvoice): void {
      const same = sayOf({ projectId, rows, days }) === sayOf(start) || (filled(rows).length === 0 && !draftId);
      kept.write(same ? null : { projectId, rows: filled(rows), days });
    },
    remove: () => kept.write(null),
    request: kept.request,
  };
}

/** The lines without their keys, which are new on every page. */
const sayOf = ({ projectId, rows, days }: TypedInvoice): string =>
  JSON.stringify([projectId, days, filled(rows).map(({ key: _, ...cells }) => Object.entries(cells).sort())]);
