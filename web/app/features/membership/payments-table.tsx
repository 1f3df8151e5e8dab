import { formatShort } from "@plumbline/contract/dates.ts";
import type { PaymentRow } from "@plumbline/contract/membership/contract.ts";
import { type PaymentStatus, paymentLabel } from "@plumbline/contract/membership/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link } from "react-router";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { DisputeBadge } from "../invoices/invoice-status.tsx";
import classes from "./billing.module.css";

const tones: Record<PaymentStatus, Tone> = {
  paid: "calm",
  pending: "wait",
  processing: "wait",
  failed: "bad",
  void: "quiet",
  refunded: "quiet",
};

const columns: Column<PaymentRow>[] = [
  { title: "Date", phone: "bare", cell: ({ date }) => formatShort(date) },
  {
    title: "Invoice",
    phone: "lead",
    cell: ({ description, number }) => (
      <span className={classes.what}>
        <span>{unbroken(description)}</span>
        {number && <span className={classes.small}>{number}</span>}
      </span>
    ),
  },
  { title: "Status", phone: "bare", cell: (row) => <Status row={row} /> },
  { title: "Amount", align: "end", cell: ({ total }) => <Money pounds={total} /> },
  { title: "", align: "end", cell: (row) => <Receipt row={row} /> },
];

/** The payment's dispute and refunds, beside its status. */
function Status({ row }: { row: PaymentRow }) {
  const { status, dispute, given_back: givenBack, total } = row;
  return (
    <>
      <Badge tone={tones[status]}>{paymentLabel(row)}</Badge>
      <DisputeBadge dispute={dispute} />
      {givenBack > 0 && givenBack < total && <div className={classes.small}>{formatPounds(givenBack)} given back</div>}
    </>
  );
}

/** Bills and invoices in one list, newest first. */
export function PaymentsTable({ rows }: { rows: readonly PaymentRow[] }) {
  return (
    <DataTable
      caption="Invoices"
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ kind, id }) => `${kind}-${id}`}
    />
  );
}

/** An advisor's invoice is a page of ours, a receipt of the membership one of the provider's. */
function Receipt({ row: { kind, status, number, receipt_url: url } }: { row: PaymentRow }) {
  if (!url) return null;
  const name = kind === "engagement" && status === "pending" ? "View and pay" : status === "paid" ? "Receipt" : "View";
  const hint = number && <span className="visually-hidden"> {number}</span>;
  if (kind === "engagement")
    return (
      <Link to={url}>
        {name}
        {hint}
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
      {hint}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
