import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney, lineColumns } from "@plumbline/contract/invoices/rules.ts";
import { vatRateText } from "@plumbline/contract/invoices/vat.ts";
import { vatNumberText } from "@plumbline/contract/invoices/vat-registration.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import classes from "./invoices.module.css";

/** The invoice itself, for parties and staff alike (row I-11). The totals are beside it. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const dates: [string, string | null][] = [
    [invoice.vat ? "Date of issue and tax point" : "Date", invoice.date],
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
        {invoice.vat ? <Supplier vat={invoice.vat} /> : <Address title="From" party={invoice.advisor} />}
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
          {
            title: invoice.vat ? "Unit Price without VAT" : lineColumns.unit_price,
            align: "end",
            cell: ({ unit_price: price }) => <Money pounds={price} />,
          },
          ...(invoice.vat ? [vatColumn] : []),
          {
            title: invoice.vat ? "Without VAT" : lineColumns.amount,
            align: "end",
            cell: ({ amount }) => <Money pounds={amount} />,
          },
        ]}
      />
    </>
  );
}

const vatColumn = {
  title: "VAT",
  align: "end",
  cell: ({ vat_treatment: treatment, vat_percent: percent }: Invoice["items"][number]) =>
    treatment && vatRateText(treatment, percent ?? null),
} as const;

/** The supplier as registered for VAT when the invoice was sent. */
function Supplier({ vat: { name, address, number } }: { vat: NonNullable<Invoice["vat"]> }) {
  return (
    <section className={classes.party} aria-label="From">
      <h2 className="eyebrow">From</h2>
      <address>
        <strong>{name}</strong>
        {address.split("\n").map((line) => (
          <div key={line}>{line}</div>
        ))}
        <div>VAT number {vatNumberText(number)}</div>
      </address>
    </section>
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
