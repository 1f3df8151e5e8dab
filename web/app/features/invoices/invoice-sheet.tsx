import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney, lineColumns } from "@plumbline/contract/invoices/rules.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import classes from "./invoices.module.css";

/** The invoice itself, for parties and staff alike (row I-11). The totals are beside it. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const dates: [string, string | null][] = [
    ["Date", invoice.date],
    ["Due", invoice.due_date],
    ["Paid", invoice.paid_at],
    ["Refunded", invoice.refunded_at],
    ["Given back", disputeThatReturnedMoney(invoice.dispute)?.closed_at ?? null],
  ];
  return (
    <>
      <dl className={classes.dates}>
        {dates.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatLong(value)}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <div className={classes.parties}>
        <Address title="From" party={invoice.advisor} />
        <Address title="To" party={invoice.customer} />
      </div>
      <DataTable
        caption="Items"
        hideCaption
        rows={invoice.items.map((item, index) => ({ ...item, index }))}
        rowKey={({ index }) => index}
        columns={[
          { title: lineColumns.description, cell: ({ description }) => description },
          { title: lineColumns.quantity, align: "end", cell: ({ quantity }) => quantity },
          { title: lineColumns.unit_price, align: "end", cell: ({ unit_price: price }) => <Money pounds={price} /> },
          { title: lineColumns.amount, align: "end", cell: ({ amount }) => <Money pounds={amount} /> },
        ]}
      />
    </>
  );
}

function Address({ title, party: { profile, company } }: { title: string; party: Party }) {
  const place = [company.city?.name, company.postcode].filter(Boolean).join(" ");
  const lines = [company.company_name, company.address_1, company.address_2, place].filter((line) => line);
  return (
    <section className={classes.party} aria-label={title}>
      <h2 className="eyebrow">{title}</h2>
      <address>
        <strong>{profile.name}</strong>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </section>
  );
}
