import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { draftOf, mostNewDrafts } from "../../draft.ts";
import { fieldsLike, isLike } from "../../is-like.ts";
import { asSent, filled, type Row, rowsFrom } from "./lines.ts";

/**
 * `days` is the payment term, empty for the usual one; `version` that of the draft on which it is based, 0 where there is
 * none; `sent` what of it was sent, while there is no answer.
 */
export type TypedInvoice = { projectId: number | null; rows: Row[]; days: string; version: number; sent?: Sent | null };
/** The content that was sent, and whether that starts the project. */
type Sent = { content: string; start: boolean };

/** What the server has of a draft, as a form begins with it. */
export const asTyped = (draft: Invoice): TypedInvoice => ({
  projectId: draft.project_id,
  rows: rowsFrom(draft.items),
  days: draft.payment_term_days?.toString() ?? "",
  version: draft.version,
});

/** What was written as it is sent, to make an invoice or to save over a draft. */
export const writtenInvoice = (
  project: number,
  { rows, days, hasVat }: Pick<TypedInvoice, "rows" | "days"> & { hasVat: boolean },
) => ({
  project_id: project,
  items_attributes: filled(rows).map((row) => asSent(row, hasVat)),
  ...(days.trim() !== "" && { payment_term_days: days.trim() }),
});

/** How it was sent as it is, where no answer came: sent again so, it is the same request. */
export const sentBefore = (typed: Omit<TypedInvoice, "version">): Sent | null =>
  typed.sent?.content === contentOf(typed) ? typed.sent : null;

const start = { projectId: null, days: "", version: 0 };
const unsent: Sent = { content: "", start: false };
const line = { description: "", quantity: "", unit_price: "" };
const isTyped = (stored: unknown): stored is TypedInvoice => isLike({ projectId: null, rows: [line] }, stored);

/** What is being written: a new invoice, a new claim for a late one, or changes of a draft that the server has. */
export function typedInvoice(draftId: number | null, claimFor: number | null = null) {
  const name = draftId ? `invoice ${draftId}` : claimFor ? `claim ${claimFor}` : "invoice";
  const kept = draftOf<TypedInvoice>(name, isTyped, draftId || claimFor ? 1 : mostNewDrafts);
  return {
    read(): TypedInvoice | null {
      const typed = kept.read();
      // What an earlier version kept has neither payment term nor version.
      return (
        typed && {
          ...start,
          ...fieldsLike(start, typed),
          rows: rowsFrom(typed.rows),
          sent: isLike(unsent, typed.sent) ? typed.sent : null,
        }
      );
    },
    /** Keeps what differs from the start, which for a new invoice has no lines. */
    write(typed: TypedInvoice, start: TypedInvoice): void {
      const rows = filled(typed.rows);
      const same = contentOf(typed) === contentOf(start) || (rows.length === 0 && !draftId);
      kept.write(same ? null : { ...typed, rows });
    },
    remove: () => kept.write(null),
    request: kept.request,
  };
}

/** The lines without their keys, which are new on every page. */
export const contentOf = ({ projectId, rows, days }: Omit<TypedInvoice, "version">): string =>
  JSON.stringify([projectId, days, filled(rows).map(({ key: _, ...cells }) => Object.entries(cells).sort())]);
