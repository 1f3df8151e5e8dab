import { invoicesCsv, listInvoices, sumInvoices } from "@plumbline/contract/invoices/contract.ts";
import { statusLabel, wireStatuses } from "@plumbline/contract/invoices/rules.ts";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { saveFile } from "../../save-file.ts";
import { currentSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { capitalised, FilterBar } from "../../ui/filter-bar.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { MoneyTabs } from "../earnings/money-tabs.tsx";
import { BillingTabs } from "../spending/billing-tabs.tsx";
import type { Route } from "./+types/invoices-page.ts";
import { DraftsTable } from "./drafts-table.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

export const meta = () => titled("Invoices");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const role = currentSession()?.role === "advisor" ? ("advisor" as const) : ("customer" as const);
  const filters = filtersIn(sumInvoices, request);
  const query = (list: "sent" | "drafts", place: string) => ({
    query: { ...filters, list, page: filtersIn(listInvoices, request, { page: place }).page },
  });
  const [sent, drafts, sums] = await Promise.all([
    call(listInvoices, query("sent", "page")),
    role === "advisor" ? call(listInvoices, query("drafts", "drafts")) : null,
    call(sumInvoices, { query: { ...filters, list: "sent" } }),
  ]);
  return { role, filters, sent, drafts, sums };
}

const words = {
  advisor: { title: "Invoice history", sentence: "What you have sent, and what has been paid." },
  customer: { title: "Invoices", sentence: "What your advisors have invoiced, and what is still to be paid." },
};

const choices = [
  {
    name: "status",
    label: "Status",
    all: "All",
    options: wireStatuses
      .filter((status) => status !== "draft")
      .map((status) => ({ value: status, label: capitalised(statusLabel(status)) })),
  },
];

/** Rows I-07 to I-10. Drafts are listed separately; every other status counts as sent. */
export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const { role, filters, sent, drafts, sums } = loaderData;
  const hasDrafts = drafts !== null && drafts.pagination.total_count > 0;
  const filtered = isFiltered(filters);
  const hasNone = sums.count === 0 && !hasDrafts && !filtered;
  return (
    <Page {...words[role]} action={role === "advisor" && <ButtonLink to="/create-invoice">New Invoice</ButtonLink>}>
      {role === "advisor" ? <MoneyTabs current="/invoices" /> : <BillingTabs current="/invoices" />}
      {!hasNone && (
        <FilterBar
          label="Filter invoices"
          words={`Number, project or ${role === "advisor" ? "customer" : "advisor"}`}
          choices={choices}
          days="Issued"
        />
      )}
      {hasDrafts && (
        <>
          <DraftsTable drafts={drafts.entries} />
          <Pager {...drafts.pagination} name="drafts" label="Pages of drafts" />
        </>
      )}
      {!hasNone && (
        <ListSummary
          count={sums.count}
          of={["invoice", "invoices"]}
          sums={[
            { name: "in all", pounds: sums.total },
            { name: "paid", pounds: sums.paid },
            { name: "to be paid", pounds: sums.unpaid },
            { name: "withdrawn or given back", pounds: sums.other },
          ]}
          onDownload={() => saveFile(invoicesCsv, { query: { ...filters, list: "sent" } }, "invoices.csv")}
        />
      )}
      {sent.entries.length > 0 ? (
        <InvoicesTable invoices={sent.entries} role={role} caption={hasDrafts ? "Sent" : null} />
      ) : (
        <EmptyPage>{filtered ? <NothingFound of="invoices" /> : <Nothing role={role} />}</EmptyPage>
      )}
      <Pager {...sent.pagination} />
    </Page>
  );
}

function Nothing({ role }: { role: "advisor" | "customer" }) {
  return (
    <EmptyState
      title="No invoices yet"
      text={
        role === "advisor"
          ? "When you have done some work for a project in progress, send an invoice for it. It appears here, with what has become of it."
          : "When an advisor sends you an invoice it appears here, to be read and paid with your saved card."
      }
      action={
        <ButtonLink variant="line" to="/engagements">
          See your engagements
        </ButtonLink>
      }
    />
  );
}
