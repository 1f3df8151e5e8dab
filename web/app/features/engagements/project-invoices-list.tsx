import { formatLong } from "@plumbline/contract/dates.ts";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { Link } from "react-router";
import { Money } from "../../ui/money.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import classes from "./project.module.css";

/** The invoices so far, as links. */
export function ProjectInvoicesList({ invoices }: { invoices: ProjectInvoices }) {
  return (
    <ul className={classes.invoices}>
      {invoices.entries.map(
        ({ id, number, status, refunded, date, due_date: due, total, dispute, claim_for: late }) => (
          <li key={id}>
            <span className={classes.invoice}>
              <Link to={`/invoices/${id}`}>{number}</Link>
              <InvoiceStatus invoice={{ status, refunded }} dispute={dispute} />
              <span className="small">
                {formatLong(date)}
                {status === "sent" && due && `, due ${formatLong(due)}`}
                {late && `, for the late payment of ${late.number}`}
              </span>
            </span>
            <Money pounds={total} />
          </li>
        ),
      )}
    </ul>
  );
}
