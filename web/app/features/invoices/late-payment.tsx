import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { LatePayment } from "@plumbline/contract/invoices/late-payment-shape.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { aboveBaseRate } from "@plumbline/contract/prices/rules.ts";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import classes from "./late-payment.module.css";

const daysOf = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** For the advisor: what may be claimed on an invoice that is paid late, with its working (ADR-048, row I-15). */
export function LatePaymentPanel({ invoice }: { invoice: Invoice }) {
  const { late_payment: late, claimed_by: claimed, status } = invoice;
  if (!late || claimed) return null;
  return (
    <section className={classes.panel} aria-labelledby="late-payment">
      <h2 className="eyebrow" id="late-payment">
        {status === "sent" ? "Overdue: what you may claim today" : `Paid ${daysOf(late.days)} late: what you may claim`}
      </h2>
      <Facts
        rows={[
          [
            "Interest",
            `${formatPounds(late.interest)}, for ${daysOf(late.days)} at ${formatPounds(late.per_day)} a day`,
          ],
          ["Compensation", `${formatPounds(late.compensation)}, once`],
          ["Total", <strong key="total">{formatPounds(late.total)}</strong>],
        ]}
      />
      <Working late={late} />
      <p className="small">
        Claiming it is up to you. The Late Payment of Commercial Debts (Interest) Act 1998 allows it between businesses,
        unless your contract names another substantial remedy for late payment. These are facts, not legal advice.
      </p>
      {late.blocked ? (
        <p className="small">{late.blocked}</p>
      ) : (
        <>
          <ButtonLink variant="line" className={classes.action} to={`/create-invoice?claim=${invoice.id}`}>
            Claim it
          </ButtonLink>
          <p className="small">
            This opens a new invoice, which you may edit or shorten before you send it. We take no commission on a
            claim.
            {status === "sent" &&
              " An invoice is claimed once, so interest that builds up after your claim cannot be added later."}
          </p>
        </>
      )}
    </section>
  );
}

function Working({ late }: { late: LatePayment }) {
  return (
    <details>
      <summary className="small">How it is calculated</summary>
      <Facts
        rows={[
          [
            "Rate",
            `${late.percent}% a year: ${aboveBaseRate}% above the Bank of England base rate of ${late.base_rate_percent}% on ${formatLong(late.reference_day)}, the reference day before the invoice became late`,
          ],
          ["Days", `${late.days}, from ${formatLong(late.from)} to ${formatLong(late.until)}`],
          ["Calculation", `${late.working}: simple interest, a day rounded to the penny`],
          ["Compensation", "£40 for a debt under £1,000, £70 under £10,000, £100 from £10,000"],
        ]}
      />
    </details>
  );
}

/** For the customer: what being overdue may cost, in a sentence; nothing for other invoices. */
export function OverdueNote({ invoice: { late_payment: late, claimed_by: claimed } }: { invoice: Invoice }) {
  if (!late || claimed) return null;
  return (
    <p className={`small ${classes.note}`}>
      Statutory interest, here {formatPounds(late.per_day)} a day, and compensation of {formatPounds(late.compensation)}{" "}
      may be claimed on an overdue invoice.
    </p>
  );
}

/** The invoice that this one claims, and the one that claims it, as links to the reader's pages. */
export function ClaimLinks({
  invoice: { claim_for: late, claimed_by: claim },
  under = "/invoices",
}: {
  invoice: Invoice;
  under?: string;
}) {
  if (late)
    return (
      <>
        . Claims interest and compensation for the late payment of <Link to={`${under}/${late.id}`}>{late.number}</Link>
        .
      </>
    );
  if (!claim) return null;
  return (
    <>
      . Its late payment {claim.number ? "is claimed with " : "is claimed in "}
      <Link to={`${under}/${claim.id}`}>{claim.number ?? "a draft of yours"}</Link>.
    </>
  );
}
