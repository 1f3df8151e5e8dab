import { Fragment } from "react";
import { Link } from "react-router";
import classes from "./lists.module.css";

/** Some invoices by their numbers, and how many there are besides. */
export function InvoiceLinks({
  invoices,
  count,
}: {
  invoices: readonly { id: number; number: string }[];
  count: number;
}) {
  return (
    <>
      {invoices.map(({ id, number }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link className={`${classes.whole} ${classes.link}`} to={`/back-office/invoices/${id}`}>
            {number}
          </Link>
        </Fragment>
      ))}
      {count > invoices.length && ` and ${count - invoices.length} more`}
    </>
  );
}
