import { projectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { texts } from "@plumbline/contract/invoices/rules.ts";
import type { VatPercents } from "@plumbline/contract/invoices/vat.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { DiscardDialog, KeptNote } from "../../ui/kept-note.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { BeyondDialog } from "./beyond-dialog.tsx";
import classes from "./invoice-form.module.css";
import { InvoiceSums } from "./invoice-sums.tsx";
import { LineTable } from "./line-table.tsx";
import { amountsOf } from "./lines.ts";
import { type Billable, ProjectField } from "./project-field.tsx";
import { TermField } from "./term-field.tsx";
import { asTyped, type TypedInvoice, type typedInvoice } from "./typed-invoice.ts";
import { type State, useSending } from "./use-sending.ts";
import { useTypedInvoice } from "./use-typed-invoice.ts";

// Few drafts are saved in two tabs.
const SavedSince = lazy(async () => ({ default: (await import("./saved-since.tsx")).SavedSince }));

/** The invoice editor: project, lines, live totals; "Approve & Send" always sends (decision 19). */
export function InvoiceForm({
  projects,
  begun,
  kept,
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
  const leadOn = useLeadOn();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>("writing");
  const isSent = state === "sent";
  const written = useTypedInvoice({ begun, typed, kept, isSent });
  const { rows, errors } = written;
  const amounts = amountsOf(rows, vat);

  const project = projects.find(({ id }) => id === written.projectId);
  const readSums = (id: number) => call(projectInvoices, { params: { id } });
  const engagement = useLoaded(() => readSums(written.projectId ?? 0), written.projectId);
  const sending = useSending({
    written,
    project,
    amounts,
    draftId,
    claimFor,
    hasVat: vat !== null,
    setState,
    readSums,
    onRefused: () =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
    onNewDraft: (id) => leadOn(`/create-invoice?draft=${id}`, { replace: true, preventScrollReset: true }),
  });
  const { newest } = sending;

  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => void navigate("/invoices"), redirectDelay);
    return () => clearTimeout(timer);
  }, [isSent, navigate]);

  const leave = () => {
    written.kept.remove();
    void navigate("/invoices");
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSent) void sending.send();
      }}
      className={classes.form}
    >
      {isSent && <Banner title={texts.sent}>Taking you to your invoices…</Banner>}
      {written.restored && state === "writing" && <KeptNote onDiscard={() => written.begin(written.start)} />}
      <WithSidebar
        sidebar={
          <Surface tinted>
            <InvoiceSums
              netPence={amounts.netPence}
              rates={amounts.rates}
              engagement={engagement}
              isClaim={claimFor !== null}
            />
            <Problem failure={errors.whole} />
            {newest?.status === "draft" && newest.version !== written.start.version && (
              <Suspense>
                <SavedSince newest={newest} onTake={() => written.begin(asTyped(newest))} />
              </Suspense>
            )}
            <Actions
              state={state}
              isKept={() => written.kept.request() !== null}
              onSaveDraft={sending.saveDraft}
              onLeave={leave}
            />
          </Surface>
        }
      >
        <ProjectField projects={projects} chosen={project} error={errors.project} onChange={written.chooseProject} />
        <TermField days={written.days} terms={engagement.data?.terms} error={errors.days} onChange={written.typeDays} />
        <LineTable
          rows={rows}
          complaints={errors.rows}
          vat={vat}
          onCells={written.typeCells}
          onRemove={written.removeRow}
        />
      </WithSidebar>
      {project && (
        <BeyondDialog
          engagement={sending.beyond}
          netPence={amounts.netPence}
          totalPence={amounts.totalPence}
          customer={project.customer.profile.name}
          onClose={sending.closeBeyond}
          onSend={sending.sendBeyond}
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
