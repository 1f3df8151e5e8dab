import {
  createInvoice,
  type ProjectInvoices,
  projectInvoices,
  readInvoice,
  updateDraft,
} from "@plumbline/contract/invoices/contract.ts";
import { readLine, texts, totalOf } from "@plumbline/contract/invoices/rules.ts";
import { type VatPercents, vatRates } from "@plumbline/contract/invoices/vat.ts";
import { decimalOf, sumOf } from "@plumbline/contract/money.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { DiscardDialog, KeptNote } from "../../ui/kept-note.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { BeyondDialog } from "./beyond-dialog.tsx";
import {
  errorsBeforeSending,
  errorsOf,
  errorsOfDraft,
  hasErrors,
  type InvoiceErrors,
  noErrors,
  withoutCells,
} from "./invoice-errors.ts";
import classes from "./invoice-form.module.css";
import { InvoiceSums, standingWith } from "./invoice-sums.tsx";
import { LineTable } from "./line-table.tsx";
import { filled, rowsFrom, useRows } from "./lines.ts";
import { type Billable, ProjectField } from "./project-field.tsx";
import { TermField } from "./term-field.tsx";
import { asTyped, type TypedInvoice, type typedInvoice, writtenInvoice } from "./typed-invoice.ts";

// Few drafts are saved in two tabs.
const SavedSince = lazy(async () => ({ default: (await import("./saved-since.tsx")).SavedSince }));

type State = "writing" | "busy" | "sent";
type Further = { start?: true; total?: number; send?: true; draft?: true };

/** The invoice editor: project, lines, live totals; "Approve & Send" always sends (decision 19). */
export function InvoiceForm({
  projects,
  begun,
  kept: read,
  typed,
  draftId,
  claimFor = null,
  vat = null,
}: {
  projects: readonly Billable[];
  /** As the page would be without what was typed: empty, or the draft that the server has. */
  begun: TypedInvoice;
  /** Where what is typed is kept, as it was read when the page was opened. */
  kept: ReturnType<typeof typedInvoice>;
  typed: TypedInvoice | null;
  draftId: number | null;
  /** The late invoice that this one claims. */
  claimFor?: number | null;
  /** Today's rates of VAT, for an advisor who is registered for it. */
  vat?: VatPercents | null;
}) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [kept] = useState(read);
  const [projectId, setProjectId] = useState((typed ?? begun).projectId);
  const { rows, setRows, setCells, remove } = useRows((typed ?? begun).rows);
  const [days, setDays] = useState((typed ?? begun).days);
  const [errors, setErrors] = useState(noErrors);
  // Live updates load the page's data again; restored input stays.
  const [restored, setRestored] = useState(typed !== null);
  const [state, setState] = useState<State>("writing");

  // What is compared and saved over, which live updates leave alone: what they bring was not seen here.
  const [start, setStart] = useState({ ...begun, version: typed?.version || begun.version });
  const { newest, save } = useNewestVersion(start, () => call(readInvoice, { params: { id: draftId ?? 0 } }));
  const { version } = start;
  useEffect(() => {
    if (state !== "sent") kept.write({ projectId, rows, days, version }, start);
  }, [kept, start, projectId, rows, days, version, state]);

  useEffect(() => {
    if (state !== "sent") return;
    const timer = setTimeout(() => void navigate("/invoices"), redirectDelay);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  const project = projects.find(({ id }) => id === projectId);
  const lines = filled(rows).map(readLine);
  const netPence = totalOf(lines);
  const rates = vat ? vatRates(lines, vat) : [];
  const totalPence = netPence + sumOf(rates.map(({ vatPence }) => vatPence));
  const readSums = (id: number) => call(projectInvoices, { params: { id } });
  const engagement = useLoaded(() => readSums(projectId ?? 0), projectId);
  const [beyond, setBeyond] = useState<ProjectInvoices | null>(null);

  const focusFirstInvalid = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const show = (found: InvoiceErrors) => {
    setErrors(found);
    focusFirstInvalid();
  };

  /** Saves over the draft, or makes an invoice; each with what its request has besides. */
  const store = (project: number, { ofDraft, ofNew }: { ofDraft: Further; ofNew: Further }) => {
    const written = writtenInvoice(project, { rows, days, hasVat: vat !== null });
    if (draftId)
      return save((version) =>
        call(updateDraft, { params: { id: draftId }, body: { ...written, ...ofDraft, version } }),
      );
    const body = { ...written, ...(claimFor && { claim_for: claimFor }), ...ofNew };
    return call(createInvoice, { body }, { draft: kept.request() });
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || state === "sent") return;
    const found = errorsBeforeSending(rows, projectId);
    if (hasErrors(found) || !project) return show(found);
    setErrors(noErrors);
    sending.current = true;
    setState("busy");
    try {
      // As it is now: an invoice that was sent from another tab counts too. A claim is no part of the agreed total.
      const now = claimFor ? null : await readSums(project.id);
      if (now && standingWith(now, netPence).beyondPence > 0) {
        setBeyond(now);
        setState("writing");
      } else await sendLines(project);
    } catch (thrown) {
      refused(thrown);
    } finally {
      sending.current = false;
    }
  };

  const sendLines = async ({ id, status }: Billable) => {
    setState("busy");
    const start: Further = status === "accepted" ? { start: true } : {};
    const shown = { ...start, total: decimalOf(totalPence) };
    // Without VAT the request is as documented, to the letter (row I-05, decision 47).
    await store(id, { ofDraft: { ...shown, send: true }, ofNew: vat ? shown : start });
    kept.remove();
    setState("sent");
  };

  const refused = (thrown: unknown) => {
    setState("writing");
    show(errorsOf(thrown, filled(rows)));
  };

  const saveDraft = async () => {
    if (sending.current) return;
    const found = errorsOfDraft(rows, projectId);
    if (hasErrors(found) || !projectId) return show(found);
    setErrors(noErrors);
    sending.current = true;
    try {
      const saved = await store(projectId, { ofDraft: {}, ofNew: { draft: true } });
      kept.remove();
      notice(texts.draftSaved);
      setStart({ projectId, rows, days, version: saved.version });
      if (!draftId) await navigate(`/create-invoice?draft=${saved.id}`, { replace: true, preventScrollReset: true });
    } catch (thrown) {
      show(errorsOf(thrown, filled(rows)));
    } finally {
      sending.current = false;
    }
  };

  const begin = (values: TypedInvoice) => {
    setProjectId(values.projectId);
    setRows(rowsFrom(filled(values.rows)));
    setDays(values.days);
    setStart(values);
    setErrors(noErrors);
    setRestored(false);
  };

  const leave = () => {
    kept.remove();
    void navigate("/invoices");
  };

  return (
    <form ref={form} noValidate onSubmit={send} className={classes.form}>
      {state === "sent" && <Banner title={texts.sent}>Taking you to your invoices…</Banner>}
      {restored && state === "writing" && <KeptNote onDiscard={() => begin(start)} />}
      <WithSidebar
        sidebar={
          <Surface tinted>
            <InvoiceSums netPence={netPence} rates={rates} engagement={engagement} isClaim={claimFor !== null} />
            <Problem failure={errors.whole} />
            {newest?.status === "draft" && newest.version !== version && (
              <Suspense>
                <SavedSince newest={newest} onTake={() => begin(asTyped(newest))} />
              </Suspense>
            )}
            <Actions state={state} isKept={() => kept.request() !== null} onSaveDraft={saveDraft} onLeave={leave} />
          </Surface>
        }
      >
        <ProjectField
          projects={projects}
          chosen={project}
          error={errors.project}
          onChange={(id) => {
            setProjectId(id);
            setErrors((before) => ({ ...before, project: null }));
          }}
        />
        <TermField
          days={days}
          terms={engagement.data?.terms}
          error={errors.days}
          onChange={(typedDays) => {
            setDays(typedDays);
            setErrors((before) => ({ ...before, days: null }));
          }}
        />
        <LineTable
          rows={rows}
          complaints={errors.rows}
          vat={vat}
          onCells={(key, cells) => {
            setCells(key, cells);
            setErrors((before) => withoutCells(before, key, Object.keys(cells)));
          }}
          onRemove={remove}
        />
      </WithSidebar>
      {project && (
        <BeyondDialog
          engagement={beyond}
          netPence={netPence}
          totalPence={totalPence}
          customer={project.customer.profile.name}
          onClose={() => setBeyond(null)}
          onSend={() =>
            sendLines(project).catch((thrown) => {
              refused(thrown);
              throw thrown;
            })
          }
        />
      )}
    </form>
  );
}

function Problem({ failure }: { failure: Failure | string | null }) {
  if (typeof failure !== "string") return <FailureNotice failure={failure} />;
  return (
    <p className={classes.whole} role="alert">
      {failure}
    </p>
  );
}

/** Sends, saves a draft, or leaves, which asks first where something was written. */
function Actions({
  state,
  isKept,
  onSaveDraft,
  onLeave,
}: {
  state: State;
  isKept: () => boolean;
  onSaveDraft: () => Promise<unknown>;
  onLeave: () => void;
}) {
  const [discarding, setDiscarding] = useState(false);
  return (
    <div className={classes.actions}>
      <SubmitButton busy={state !== "writing"} busyText={state === "sent" ? "Sent" : "Sending…"}>
        Approve & Send
      </SubmitButton>
      {state !== "sent" && (
        <>
          <ActionButton variant="line" onPress={onSaveDraft}>
            Save draft
          </ActionButton>
          <Button variant="quiet" onClick={() => (isKept() ? setDiscarding(true) : onLeave())}>
            Cancel
          </Button>
          <DiscardDialog opened={discarding} onClose={() => setDiscarding(false)} onDiscard={onLeave} />
        </>
      )}
    </div>
  );
}
