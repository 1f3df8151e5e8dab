import { useCallback, useEffect, useRef, useState } from "react";
import { noErrors, withoutCells } from "./invoice-errors.ts";
import { filled, type Row, rowsFrom, useRows } from "./lines.ts";
import { contentOf, sentBefore, type TypedInvoice, typedInvoice } from "./typed-invoice.ts";

/**
 * What is typed into an invoice, with what is wrong with it. `begun` is the invoice without it, empty or as the server has
 * the draft; `typed` what this browser kept of an earlier visit. It is kept on until the invoice `isSent`.
 */
export function useTypedInvoice({
  begun,
  typed,
  kept: read,
  isSent,
}: {
  begun: TypedInvoice;
  typed: TypedInvoice | null;
  kept: ReturnType<typeof typedInvoice>;
  isSent: boolean;
}) {
  const [kept, setKept] = useState(read);
  const [projectId, setProjectId] = useState((typed ?? begun).projectId);
  const { rows, setRows, setCells, remove } = useRows((typed ?? begun).rows);
  const [days, setDays] = useState((typed ?? begun).days);
  const [errors, setErrors] = useState(noErrors);
  // Live updates load the page's data again; restored input stays.
  const [restored, setRestored] = useState(typed !== null);
  // What is compared and saved over, which live updates leave alone: what they bring was not seen here.
  const [start, setStart] = useState({ ...begun, version: typed?.version || begun.version });

  const sent = useRef(typed?.sent ?? null);
  const keep = useCallback(
    () => kept.write({ projectId, rows, days, version: start.version, sent: sent.current }, start),
    [kept, start, projectId, rows, days],
  );
  useEffect(() => {
    if (!isSent) keep();
  }, [keep, isSent]);

  return {
    kept,
    keep,
    /** How it was sent before as it is, and got no answer. */
    sentBefore: () => sentBefore({ projectId, rows, days, sent: sent.current }),
    /** Remembers how it is sent, until there is an answer. */
    sending: (starting: boolean) => {
      sent.current = { content: contentOf({ projectId, rows, days }), start: starting };
      keep();
    },
    refused: () => {
      sent.current = null;
    },
    start,
    restored,
    projectId,
    rows,
    days,
    errors,
    setErrors,
    chooseProject: (id: number | null) => {
      setProjectId(id);
      setErrors((before) => ({ ...before, project: null }));
    },
    typeDays: (text: string) => {
      setDays(text);
      setErrors((before) => ({ ...before, days: null }));
    },
    typeCells: (key: number, cells: Partial<Row>) => {
      setCells(key, cells);
      setErrors((before) => withoutCells(before, key, Object.keys(cells)));
    },
    removeRow: remove,
    /** Takes what was typed by then for what the server has, after it was saved as a draft, of which the rest is a change. */
    saved: ({ id, version }: { id: number; version: number }) => {
      setKept(typedInvoice(id));
      setStart({ projectId, rows, days, version });
    },
    /** Replaces what is typed: by the invoice as it was begun, or as somebody else has saved it since. */
    begin: (values: TypedInvoice) => {
      setProjectId(values.projectId);
      setRows(rowsFrom(filled(values.rows)));
      setDays(values.days);
      setStart(values);
      setErrors(noErrors);
      setRestored(false);
    },
  };
}
