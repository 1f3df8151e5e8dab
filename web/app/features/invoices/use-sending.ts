import {
  createInvoice,
  type ProjectInvoices,
  readInvoice,
  updateDraft,
} from "@plumbline/contract/invoices/contract.ts";
import { texts } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, isPassing } from "../../failure.ts";
import { notice } from "../../ui/notice.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import {
  errorsBeforeSending,
  errorsOf,
  errorsOfDraft,
  hasErrors,
  type InvoiceErrors,
  noErrors,
} from "./invoice-errors.ts";
import { standingWith } from "./invoice-sums.tsx";
import { type Amounts, filled } from "./lines.ts";
import type { Billable } from "./project-field.tsx";
import { writtenInvoice } from "./typed-invoice.ts";
import type { useTypedInvoice } from "./use-typed-invoice.ts";

export type State = "writing" | "busy" | "sent";
type Further = { start?: true; total?: number; send?: true; draft?: true };

/** Sends an invoice or saves its draft, one at a time; `beyond` is set while its author is asked about the agreed total. */
export function useSending({
  written,
  project,
  amounts,
  draftId,
  claimFor,
  hasVat,
  setState,
  readSums,
  onRefused,
  onNewDraft,
}: {
  written: ReturnType<typeof useTypedInvoice>;
  project: Billable | undefined;
  amounts: Amounts;
  draftId: number | null;
  claimFor: number | null;
  hasVat: boolean;
  setState: (state: State) => void;
  readSums: (project: number) => Promise<ProjectInvoices>;
  onRefused: () => void;
  onNewDraft: (id: number) => Promise<unknown>;
}) {
  const { kept, start, projectId, rows, days, setErrors } = written;
  const running = useRef(false);
  const [beyond, setBeyond] = useState<ProjectInvoices | null>(null);
  const { newest, save } = useNewestVersion(start, () => call(readInvoice, { params: { id: draftId ?? 0 } }));

  const show = (found: InvoiceErrors) => {
    setErrors(found);
    onRefused();
  };

  /** Saves over the draft, or makes an invoice; each with what its request has besides. */
  const store = (project: number, { ofDraft, ofNew }: { ofDraft: Further; ofNew: Further }) => {
    const invoice = writtenInvoice(project, { rows, days, hasVat });
    if (draftId)
      return save((version) =>
        call(updateDraft, { params: { id: draftId }, body: { ...invoice, ...ofDraft, version } }),
      );
    const body = { ...invoice, ...(claimFor && { claim_for: claimFor }), ...ofNew };
    return call(createInvoice, { body }, { draft: kept.request() });
  };

  const refused = (thrown: unknown) => {
    setState("writing");
    if (!isPassing(asFailure(thrown).status)) written.refused();
    // Another tab that has saved this draft has removed what both tabs had kept.
    written.keep();
    show(errorsOf(thrown, filled(rows)));
  };

  /** Runs a call unless `found` has errors or another one runs, and shows its refusal at the fields. */
  const run = async (found: InvoiceErrors, act: () => Promise<unknown>) => {
    if (running.current) return;
    if (hasErrors(found)) return show(found);
    setErrors(noErrors);
    running.current = true;
    try {
      await act();
    } catch (thrown) {
      refused(thrown);
    } finally {
      running.current = false;
    }
  };

  const sendLines = async ({ id, status }: Billable) => {
    setState("busy");
    const starting = written.sentBefore()?.start ?? status === "accepted";
    const start: Further = starting ? { start: true } : {};
    written.sending(starting);
    const shown = { ...start, total: decimalOf(amounts.totalPence) };
    // Without VAT the request is as documented, to the letter (row I-05, decision 47).
    await store(id, { ofDraft: { ...shown, send: true }, ofNew: hasVat ? shown : start });
    kept.remove();
    setState("sent");
  };

  return {
    newest,
    beyond,
    closeBeyond: () => setBeyond(null),
    send: () =>
      run(errorsBeforeSending(rows, project?.id ?? null), async () => {
        if (!project) return;
        setState("busy");
        // What may be there already is no invoice beside itself.
        if (written.sentBefore()) return sendLines(project);
        // As it is now: an invoice that was sent from another tab counts too. A claim is no part of the agreed total.
        const now = claimFor ? null : await readSums(project.id);
        if (!now || standingWith(now, amounts.netPence).beyondPence <= 0) return sendLines(project);
        setBeyond(now);
        setState("writing");
      }),
    /** For the dialog that asks, which shows a refusal too. */
    sendBeyond: async () => {
      if (!project) return;
      await sendLines(project).catch((thrown) => {
        refused(thrown);
        throw thrown;
      });
    },
    saveDraft: () =>
      run(errorsOfDraft(rows, projectId), async () => {
        if (!projectId) return;
        const saved = await store(projectId, { ofDraft: {}, ofNew: { draft: true } });
        kept.remove();
        notice(texts.draftSaved);
        written.saved(saved);
        if (!draftId) await onNewDraft(saved.id);
      }),
  };
}
