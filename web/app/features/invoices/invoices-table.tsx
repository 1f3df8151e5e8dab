import { formatShort } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";

/** Sent invoices, newest first, with the name of the other member. */
export function InvoicesTable({
  invoices,
  role,
  caption,
}: {
  invoices: readonly Invoice[];
  role: Role;
  caption: string | null;
}) {
  return (
    <DataTable
      caption={caption ?? "Invoices"}
      hideCaption={caption === null}
      rows={invoices}
      rowKey={({ id }) => id}
      columns={[
        { title: "Number", cell: ({ id, number }) => <Link to={`/invoices/${id}`}>{number}</Link> },
        { title: "Project", phone: "bare", cell: ({ project }) => project.name },
        role === "advisor"
          ? {
              title: "Customer",
              phone: "bare",
              cell: ({ customer }) => customer.company.company_name ?? customer.profile.name,
            }
          : { title: "Advisor", phone: "bare", cell: ({ advisor }) => advisor.profile.name },
        { title: "Date", phone: "bare", cell: ({ date }) => formatShort(date) },
        { title: "Due", cell: ({ due_date: due }) => due && formatShort(due) },
        {
          title: "Status",
          phone: "bare",
          cell: (invoice) => <InvoiceStatus invoice={invoice} dispute={invoice.dispute?.state} />,
        },
        { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
      ]}
    />
  );
}
