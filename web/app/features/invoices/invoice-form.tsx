import { Select } from "@mantine/core";
import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { createInvoice, updateDraft } from "@plumbline/contract/invoices/contract.ts";
import { readLine, texts, totalOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, invoiceFeePercent, split } from "@plumbline/contract/money.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { useSavedInput } from "../../saved-input.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import classes from "./invoice-form.module.css";
import { LineTable } from "./line-table.tsx";
import {
  asSent,
  filled,
  type Row,
  type RowErrors,
  rowsFrom,
  serverErrorsOf,
  useRows,
  validateDraftRows,
  validateRows,
} from "./lines.ts";
import { sharesOf, Totals } from "./totals.tsx";
import { deleteTyped, saveTyped, type TypedInvoice } from "./typed-invoice.ts";

export type Billable = Pick<Project, "id" | "name" | "status" | "customer">;
const nothingWrong: RowErrors = new Map();

/** The invoice editor: project, lines, live totals; "Approve & Send" always sends (decision 19). */
export function InvoiceForm({
  projects,
  start,
  draftId,
  restored,
}: {
  projects: readonly Billable[];
  start: TypedInvoice;
  draftId: number | null;
  restored: boolean;
}) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [projectId, setProjectId] = useState(start.projectId);
  const { rows, setRows, setCell, remove } = useRows(start.rows);
  const [complaints, setComplaints] = useState<RowErrors>(nothingWrong);
  const [projectComplaint, setProjectComplaint] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | string | null>(null);
  // Live updates load the page's data again; restored input stays.
  const [wasRestored] = useState(restored);
  const [state, setState] = useState<"writing" | "busy" | "sent">("writing");

  useSavedInput<TypedInvoice>(
    `draft ${draftId}`,
    () => (draftId && state !== "sent" ? { projectId, rows } : null),
    (kept) => {
      setProjectId(kept.projectId);
      setRows(rowsFrom(filled(kept.rows)));
    },
  );

  // A draft is stored on the server; a new invoice in this browser until it is saved.
  useEffect(() => {
    if (!draftId && state !== "sent") saveTyped({ projectId, rows });
  }, [draftId, projectId, rows, state]);

  useEffect(() => {
    if (state !== "sent") return;
    const timer = setTimeout(() => void navigate("/invoices"), redirectDelay);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  const project = projects.find(({ id }) => id === projectId);
  const total = totalOf(filled(rows).map(readLine));
  const shares = split(total, invoiceFeePercent);

  const focusFirstInvalid = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const show = (thrown: unknown, sent: readonly Row[]) => {
    const problem = asFailure(thrown);
    const { byRow, whole } = serverErrorsOf(problem.status === 422 ? problem.errors : {}, sent);
    const onProject = problem.status === 422 ? problem.errors["project_id"]?.join(" ") : undefined;
    setComplaints(byRow);
    setProjectComplaint(onProject ?? null);
    setFailure(whole ?? (byRow.size > 0 || onProject ? null : problem));
    focusFirstInvalid();
  };

  const bodyOf = (id: number, lines: readonly Row[]) => ({ project_id: id, items_attributes: lines.map(asSent) });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || state === "sent") return;
    const { byRow, whole } = validateRows(rows);
    setComplaints(byRow);
    setFailure(whole);
    setProjectComplaint(projectId ? null : texts.selectProject);
    if (byRow.size > 0 || whole || !project) return focusFirstInvalid();
    sending.current = true;
    setState("busy");
    const lines = filled(rows);
    try {
      const body = { ...bodyOf(project.id, lines), ...(project.status === "accepted" && { start: true }) };
      if (draftId) await call(updateDraft, { params: { id: draftId }, body: { ...body, send: true } });
      else await call(createInvoice, { body });
      deleteTyped();
      setState("sent");
    } catch (thrown) {
      setState("writing");
      show(thrown, lines);
    } finally {
      sending.current = false;
    }
  };

  const saveDraft = async () => {
    if (sending.current) return;
    setFailure(null);
    const wrong = validateDraftRows(rows);
    setComplaints(wrong);
    setProjectComplaint(projectId ? null : texts.selectProject);
    if (!projectId || wrong.size > 0) return focusFirstInvalid();
    sending.current = true;
    const lines = filled(rows);
    try {
      const saved = draftId
        ? await call(updateDraft, { params: { id: draftId }, body: bodyOf(projectId, lines) })
        : await call(createInvoice, { body: { ...bodyOf(projectId, lines), draft: true } });
      deleteTyped();
      notice(texts.draftSaved);
      if (!draftId) await navigate(`/create-invoice?draft=${saved.id}`, { replace: true, preventScrollReset: true });
    } catch (thrown) {
      show(thrown, lines);
    } finally {
      sending.current = false;
    }
  };

  return (
    <form ref={form} noValidate onSubmit={send} className={classes.form}>
      {state === "sent" && <Banner title={texts.sent}>Taking you to your invoices…</Banner>}
      {wasRestored && state === "writing" && <p className="small">We kept what you had written.</p>}
      <WithSidebar
        sidebar={
          <Surface tinted>
            <h2 className="eyebrow">Totals</h2>
            <div aria-live="polite">
              <Totals
                sums={[
                  { name: "Total", pounds: decimalOf(total), big: true },
                  ...sharesOf({
                    platform_fee_percent: invoiceFeePercent,
                    platform_fee: decimalOf(shares.fee),
                    advisor_amount: decimalOf(shares.advisorAmount),
                  }),
                ]}
              />
            </div>
            {typeof failure === "string" ? (
              <p className={classes.whole} role="alert">
                {failure}
              </p>
            ) : (
              <FailureNotice failure={failure} />
            )}
            <div className={classes.actions}>
              <SubmitButton busy={state !== "writing"} busyText={state === "sent" ? "Sent" : "Sending…"}>
                Approve & Send
              </SubmitButton>
              {state !== "sent" && (
                <>
                  <ActionButton variant="line" onPress={saveDraft}>
                    Save draft
                  </ActionButton>
                  <Button
                    variant="quiet"
                    onClick={() => {
                      deleteTyped();
                      void navigate("/invoices");
                    }}
                  >
                    Cancel
                  </Button>
                </>
              )}
            </div>
          </Surface>
        }
      >
        <div className={classes.project}>
          <Select
            label="Project"
            placeholder="Select a project in progress"
            searchable={projects.length > 8}
            nothingFoundMessage="Nothing found"
            allowDeselect={false}
            value={projectId === null ? null : String(projectId)}
            onChange={(id) => {
              setProjectId(id ? Number(id) : null);
              setProjectComplaint(null);
            }}
            data={projects.map(({ id, name, customer }) => ({
              value: String(id),
              label: `${name} · ${customer.profile.name}`,
            }))}
            error={projectComplaint}
          />
          {project && (
            <p className="small">
              {project.status === "accepted" ? "Sending this invoice starts the project. " : ""}
              Goes to{" "}
              {[project.customer.profile.name, project.customer.company.company_name].filter(Boolean).join(", ")}.
            </p>
          )}
        </div>
        <LineTable
          rows={rows}
          complaints={complaints}
          onCell={(key, column, value) => {
            setCell(key, column, value);
            if (complaints.get(key)?.[column]) setComplaints(without(complaints, key, column));
          }}
          onRemove={remove}
        />
      </WithSidebar>
    </form>
  );
}

/** Clears a cell's error once it is edited. */
function without(complaints: RowErrors, key: number, column: "description" | "quantity" | "unit_price"): RowErrors {
  const { [column]: _, ...rest } = complaints.get(key) ?? {};
  return new Map([...complaints, [key, rest]]);
}
