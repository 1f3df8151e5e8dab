import { listAllInvoices, sentStatuses, sumAllInvoices } from "@plumbline/contract/back-office/invoices.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { answerDue } from "@plumbline/contract/disputes/rules.ts";
import { statusLabel } from "@plumbline/contract/invoices/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { capitalised, FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedList } from "../../ui/keyed-list.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { MemberLink } from "../../ui/member-link.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import type { Route } from "./+types/invoices-page.ts";

export const meta = () => titled("Invoices");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(sumAllInvoices, request);
  const [list, sums] = await Promise.all([
    call(listAllInvoices, { query: filtersIn(listAllInvoices, request) }),
    call(sumAllInvoices, { query: filters }),
  ]);
  return { list, sums, filters };
}

const choices = [
  {
    name: "status",
    label: "Status",
    all: "All statuses",
    options: sentStatuses.map((status) => ({ value: status, label: capitalised(statusLabel(status)) })),
  },
  { name: "dispute", label: "Dispute", all: "All", options: [{ value: "open", label: "Disputed" }] },
];

/** All invoices that were sent, issued last first: to look one up, and to refund a payment. */
export default function InvoicesPage({ loaderData: { list, sums, filters } }: Route.ComponentProps) {
  return (
    <Page title="Invoices" sentence="Everything that advisors have sent, newest first.">
      <FilterBar
        label="Filter invoices"
        words="Number, engagement, advisor or customer"
        choices={choices}
        days="Issued"
      />
      <ListSummary
        count={sums.count}
        of={[`invoice since ${formatLong(sums.from)}`, `invoices since ${formatLong(sums.from)}`]}
        sums={[
          { name: "in all", pounds: sums.total },
          { name: "paid", pounds: sums.paid },
          { name: "to be paid", pounds: sums.unpaid },
          { name: "given back", pounds: sums.refunded },
          { name: "withdrawn", pounds: sums.withdrawn },
        ]}
      />
      <KeyedList
        of={listAllInvoices}
        list={list}
        filters={filters}
        one="invoice"
        many="invoices"
        none={{ title: "Nothing here", text: "Invoices appear here as soon as an advisor sends one." }}
        columns={[
          {
            title: "Invoice",
            // Numbers are unique per advisor only, so the id is shown as well.
            cell: ({ id, number, project }) => (
              <>
                <Link to={`/back-office/invoices/${id}`}>{`${number} · #${id}`}</Link>
                <div className="small">{project.name}</div>
              </>
            ),
          },
          { title: "Advisor", cell: ({ advisor: { id, name } }) => <MemberLink id={id} name={name} /> },
          {
            title: "Customer",
            cell: ({ customer: { id, name, company_name: company } }) => <MemberLink id={id} name={company ?? name} />,
          },
          { title: "Date", cell: ({ date }) => formatShort(date) },
          { title: "Due", cell: ({ due_date: due }) => due && formatShort(due) },
          {
            title: "Status",
            cell: (invoice) => (
              <>
                <InvoiceStatus invoice={invoice} dispute={invoice.dispute?.state} />
                <div className="small">{answerDue(invoice.dispute?.respond_by, new Date())}</div>
              </>
            ),
          },
          { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
        ]}
      />
    </Page>
  );
}
