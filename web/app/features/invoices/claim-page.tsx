import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { type ComponentProps, useState } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { InvoiceForm } from "./invoice-form.tsx";
import { rowsFrom } from "./lines.ts";
import { asTyped, type TypedInvoice, type typedInvoice } from "./typed-invoice.ts";

/** The claim for a late invoice, as a new invoice of the same project with its lines filled in, or a draft of one. */
export function ClaimPage({
  page,
  late,
  draft,
  kept,
  typed,
}: {
  page: Pick<ComponentProps<typeof Page>, "back" | "title">;
  /** The invoice that is claimed. */
  late: Invoice;
  draft: Invoice | null;
  kept: ReturnType<typeof typedInvoice>;
  typed: TypedInvoice | null;
}) {
  const { late_payment: allowed, claimed_by: earlier } = late;
  const other = earlier && earlier.id !== draft?.id ? earlier : null;
  // Decided once: the page's data is loaded again after the claim was sent, while the form still says so.
  const [impossible] = useState(!draft && (other !== null || !allowed || allowed.blocked !== null));
  if (impossible)
    return (
      <Page {...page}>
        <EmptyState
          title={other ? `${late.number} was claimed already` : `Nothing can be claimed for ${late.number}`}
          text={
            other
              ? "An invoice is claimed once, unless the claim is deleted or withdrawn."
              : (allowed?.blocked ?? "It is not overdue, and it was not paid late.")
          }
          action={
            <ButtonLink to={`/invoices/${(other ?? late).id}`}>
              {other ? `See ${other.number ?? "the draft"}` : `See ${late.number}`}
            </ButtonLink>
          }
        />
      </Page>
    );
  const { project, customer } = draft ?? late;
  const begun = draft
    ? asTyped(draft)
    : { projectId: project.id, rows: rowsFrom(allowed?.lines ?? []), days: "", version: 0 };
  return (
    <Page
      {...page}
      sentence={
        <>
          A claim for the late payment of <Link to={`/invoices/${late.id}`}>{late.number}</Link>.{" "}
          {allowed && `At most ${formatPounds(allowed.total)} may be claimed today. `}We take no commission on it.
        </>
      }
    >
      <InvoiceForm
        projects={[{ ...project, customer }]}
        begun={begun}
        kept={kept}
        typed={typed && { ...typed, projectId: project.id }}
        draftId={draft?.id ?? null}
        claimFor={late.id}
      />
    </Page>
  );
}
