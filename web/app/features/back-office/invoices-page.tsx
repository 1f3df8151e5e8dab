import { Select } from "@mantine/core";
import { formatShort } from "@plumbline/contract/dates.ts";
import { listAllInvoices } from "@plumbline/contract/invoices/contract.ts";
import { statusLabel, wireStatuses } from "@plumbline/contract/invoices/rules.ts";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";

export const meta = () => titled("Invoices");

// Drafts are their advisors' own.
const statuses = wireStatuses.filter((status) => status !== "draft");

const disputedIn = (search: URLSearchParams) => (search.get("dispute") === "open" ? ("open" as const) : undefined);

function addressOf(shown: string | null): string {
  if (shown === "disputed") return "?dispute=open";
  return shown && shown !== "all" ? `?status=${shown}` : "?";
}

export async function clientLoader({ request }: { request: Request }) {
  const search = new URL(request.url).searchParams;
  const status = statuses.find((each) => each === search.get("status"));
  const dispute = disputedIn(search);
  return call(listAllInvoices, { query: { status, dispute, page: search.get("page") ?? 1 } });
}

/** Everything that was sent, for staff: to look something up, and to give a payment back. */
export default function InvoicesPage() {
  const { entries, pagination } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const dispute = disputedIn(search);
  const navigate = useNavigate();
  return (
    <Page
      title="Invoices"
      sentence="Everything that advisors have sent, newest first."
      action={
        <Select
          aria-label="Show"
          allowDeselect={false}
          value={dispute ? "disputed" : (search.get("status") ?? "all")}
          onChange={(shown) => void navigate(addressOf(shown))}
          data={[
            { value: "all", label: "All statuses" },
            ...statuses.map((status) => ({ value: status, label: statusLabel(status) })),
            { value: "disputed", label: "Disputed" },
          ]}
        />
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="Nothing here" text="Invoices appear here as soon as an advisor sends one." />
      ) : (
        <DataTable
          caption="Invoices"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Invoice",
              // Numbers are each advisor's own, so that the id tells them apart.
              cell: ({ id, number }) => <Link to={`/back-office/invoices/${id}`}>{`${number} · #${id}`}</Link>,
            },
            { title: "Advisor", cell: ({ advisor }) => advisor.profile.name },
            { title: "Customer", cell: ({ customer }) => customer.company.company_name ?? customer.profile.name },
            { title: "Date", cell: ({ date }) => formatShort(date) },
            {
              title: "Status",
              cell: ({ status, dispute }) => (
                <>
                  <InvoiceStatus status={status} dispute={dispute?.state} />
                  {dispute?.respond_by && <div className="small">Answer by {formatShort(dispute.respond_by)}</div>}
                </>
              ),
            },
            { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
          ]}
        />
      )}
      <Pager {...pagination} />
    </Page>
  );
}
