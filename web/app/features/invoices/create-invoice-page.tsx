import { listProjects, readProject } from "@plumbline/contract/engagements/contract.ts";
import { readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { readVatRegistration } from "@plumbline/contract/invoices/vat-contract.ts";
import { lazy, Suspense } from "react";
import { redirect } from "react-router";
import { call } from "../../call.ts";
import { Failure } from "../../failure.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/create-invoice-page.ts";
import { asTyped, sentBefore, typedInvoice } from "./typed-invoice.ts";

const ClaimPage = lazy(async () => ({ default: (await import("./claim-page.tsx")).ClaimPage }));
// Fetched beside the page's data, so that the first script stays within its limit (H-37).
const loadForm = async () => ({ default: (await import("./invoice-form.tsx")).InvoiceForm });
const InvoiceForm = lazy(loadForm);

export const meta = () => titled("New Invoice");

/** `?project=` preselects a project, `?draft=` continues a draft, `?claim=` claims the late payment of an invoice. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  loadForm().catch(() => {});
  const search = new URL(request.url).searchParams;
  const [asked, draftId, claimId] = [search.get("project"), search.get("draft"), search.get("claim")];
  const [running, draft, late, vat] = await Promise.all([
    call(listProjects, { query: { status: "in_progress", limit: 100 } }),
    draftId ? call(readInvoice, { params: { id: draftId } }) : null,
    claimId ? call(readInvoice, { params: { id: claimId } }) : null,
    call(readVatRegistration, {}),
  ]);
  const claimed = draft?.claim_for ? await call(readInvoice, { params: { id: draft.claim_for.id } }) : late;
  // Sending the first invoice of an accepted project starts it (decision 21).
  const other = asked && !running.some(({ id }) => String(id) === asked) ? await acceptedProject(asked) : null;
  const projects = [...(other ? [other] : []), ...running].map(({ id, name, status, customer }) => ({
    id,
    name,
    status,
    customer,
  }));
  const kept = typedInvoice(draftId ? Number(draftId) : null, claimed?.id);
  const typed = kept.read();
  // It was sent although no answer came: it must not be begun as another one.
  if (draft && draft.status !== "draft" && typed && sentBefore(typed)) {
    kept.remove();
    throw redirect(`/invoices/${draft.id}`);
  }
  return {
    projects,
    asked: Number(asked) || null,
    draft: draft?.status === "draft" ? draft : null,
    claimed,
    vat: vat.registration && vat.percents,
    kept,
    typed,
  };
}

async function acceptedProject(id: string) {
  try {
    const project = await call(readProject, { params: { id } });
    return project.status === "accepted" ? project : null;
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return null;
    throw error;
  }
}

/** Rows I-01 to I-06. */
export default function CreateInvoicePage({ loaderData }: Route.ComponentProps) {
  const { projects, asked, draft, kept, typed, claimed, vat } = loaderData;
  const page = { back: { to: "/invoices", text: "Invoices" }, title: draft ? "Draft invoice" : "New Invoice" };
  if (claimed)
    return (
      <Suspense fallback={<Page {...page} />}>
        <ClaimPage key={draft?.id ?? "new"} page={page} late={claimed} draft={draft} kept={kept} typed={typed} />
      </Suspense>
    );
  if (projects.length === 0 && !draft)
    return (
      <Page {...page}>
        <EmptyState
          title="No project in progress"
          text="An invoice is for a project in progress. Once a customer has accepted your proposal and the work has started, you can send one."
          action={<ButtonLink to="/engagements">See your engagements</ButtonLink>}
        />
      </Page>
    );
  const known = (id: number | null | undefined) => projects.find((project) => project.id === id)?.id ?? null;
  const begun = draft
    ? { ...asTyped(draft), projectId: known(draft.project_id) }
    : {
        projectId: known(asked) ?? (projects.length === 1 ? known(projects[0]?.id) : null),
        rows: [],
        days: "",
        version: 0,
      };
  // Coming from a project, the invoice is for that one, whatever an older draft was for.
  const start = typed ? { ...typed, projectId: (draft ? null : known(asked)) ?? known(typed.projectId) } : null;
  return (
    <Page {...page} sentence="Say what you did and what it costs. Your customer gets it by e-mail and pays by card.">
      <Suspense>
        <InvoiceForm
          key={draft?.id ?? "new"}
          projects={projects}
          begun={begun}
          kept={kept}
          typed={start}
          draftId={draft?.id ?? null}
          vat={vat}
        />
      </Suspense>
    </Page>
  );
}
