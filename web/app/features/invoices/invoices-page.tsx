import { listInvoices } from "@plumbline/contract/invoices/contract.ts";
import { call } from "../../call.ts";
import { currentSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { MoneyTabs } from "../earnings/money-tabs.tsx";
import { BillingTabs } from "../spending/billing-tabs.tsx";
import type { Route } from "./+types/invoices-page.ts";
import { DraftsTable } from "./drafts-table.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

export const meta = () => titled("Invoices");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const role = currentSession()?.role === "advisor" ? ("advisor" as const) : ("customer" as const);
  const page = (name: string) => ({ page: search.get(name) ?? 1 });
  const [sent, drafts] = await Promise.all([
    call(listInvoices, { query: { list: "sent", ...page("page") } }),
    role === "advisor" ? call(listInvoices, { query: { list: "drafts", ...page("drafts") } }) : null,
  ]);
  return { role, sent, drafts };
}

const words = {
  advisor: { title: "Invoice history", sentence: "What you have sent, and what has been paid." },
  customer: { title: "Invoices", sentence: "What your advisors have invoiced, and what is still to be paid." },
};

/** Rows I-07 to I-10. Drafts are listed separately; every other status counts as sent. */
export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const { role, sent, drafts } = loaderData;
  return (
    <Page {...words[role]} action={role === "advisor" && <ButtonLink to="/create-invoice">New Invoice</ButtonLink>}>
      {role === "advisor" ? <MoneyTabs current="/invoices" /> : <BillingTabs current="/invoices" />}
      {drafts && drafts.pagination.total_count > 0 && (
        <>
          <DraftsTable drafts={drafts.entries} />
          <Pager {...drafts.pagination} name="drafts" label="Pages of drafts" />
        </>
      )}
      {sent.entries.length === 0 ? (
        <Nothing role={role} page={sent.pagination.current} />
      ) : (
        <InvoicesTable
          invoices={sent.entries}
          role={role}
          caption={drafts && drafts.entries.length > 0 ? "Sent" : null}
        />
      )}
      <Pager {...sent.pagination} />
    </Page>
  );
}

function Nothing({ role, page }: { role: "advisor" | "customer"; page: number }) {
  if (page > 1)
    return (
      <EmptyState
        title="Nothing on this page"
        text="There are fewer invoices than that."
        action={
          <ButtonLink variant="line" to="/invoices">
            To the first page
          </ButtonLink>
        }
      />
    );
  return role === "advisor" ? (
    <EmptyState
      title="No invoices yet"
      text="When you have done some work for a project in progress, send an invoice for it. It appears here, with what has become of it."
      action={<ButtonLink to="/create-invoice">New Invoice</ButtonLink>}
    />
  ) : (
    <EmptyState
      title="No invoices yet"
      text="When an advisor sends you an invoice it appears here, to be read and paid with your saved card."
      action={
        <ButtonLink variant="line" to="/engagements">
          See your engagements
        </ButtonLink>
      }
    />
  );
}
