import { formatShort } from "@plumbline/contract/dates.ts";
import { listAllInvoices } from "@plumbline/contract/invoices/contract.ts";
import { statusLabel, wireStatuses } from "@plumbline/contract/invoices/rules.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { ListFilter, ListPage } from "../../ui/list-page.tsx";
import { Money } from "../../ui/money.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import type { Route } from "./+types/invoices-page.ts";

export const meta = () => titled("Invoices");

// Drafts are visible to their advisors only.
const statuses = wireStatuses.filter((status) => status !== "draft");

const disputedIn = (search: URLSearchParams) => (search.get("dispute") === "open" ? ("open" as const) : undefined);

function addressOf(shown: string | null): string {
  if (shown === "disputed") return "?dispute=open";
  return shown && shown !== "all" ? `?status=${shown}` : "?";
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const status = statuses.find((each) => each === search.get("status"));
  const dispute = disputedIn(search);
  return call(listAllInvoices, { query: { status, dispute, page: search.get("page") ?? 1 } });
}

/** All invoices that were sent, for staff: to look one up, and to refund a payment. */
export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const dispute = disputedIn(search);
  return (
    <ListPage
      title="Invoices"
      sentence="Everything that advisors have sent, newest first."
      filter={
        <ListFilter
          value={dispute ? "disputed" : (search.get("status") ?? "all")}
          addressOf={addressOf}
          data={[
            { value: "all", label: "All statuses" },
            ...statuses.map((status) => ({ value: status, label: statusLabel(status) })),
            { value: "disputed", label: "Disputed" },
          ]}
        />
      }
      empty={{ title: "Nothing here", text: "Invoices appear here as soon as an advisor sends one." }}
      list={loaderData}
      exported={listAllInvoices}
      columns={[
        {
          title: "Invoice",
          // Numbers are unique per advisor only, so the id is shown as well.
          cell: ({ id, number }) => <Link to={`/back-office/invoices/${id}`}>{`${number} · #${id}`}</Link>,
        },
        { title: "Advisor", cell: ({ advisor }) => advisor.profile.name },
        { title: "Customer", cell: ({ customer }) => customer.company.company_name ?? customer.profile.name },
        { title: "Date", cell: ({ date }) => formatShort(date) },
        {
          title: "Status",
          cell: (invoice) => (
            <>
              <InvoiceStatus invoice={invoice} dispute={invoice.dispute?.state} />
              {invoice.dispute?.respond_by && (
                <div className="small">Answer by {formatShort(invoice.dispute.respond_by)}</div>
              )}
            </>
          ),
        },
        { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
      ]}
    />
  );
}
