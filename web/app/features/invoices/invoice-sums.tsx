import { type Standing, standingAfter } from "@plumbline/contract/invoices/agreed-total.ts";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { decimalOf, hundredthsOf, split } from "@plumbline/contract/money.ts";
import { Money } from "../../ui/money.tsx";
import type { Loaded } from "../../ui/use-loaded.ts";
import { useTerms } from "../payment/terms.ts";
import classes from "./invoice-form.module.css";
import { sharesOf, Totals } from "./totals.tsx";

/** Where the engagement stands once this invoice is sent, from the sums that the server told. */
export function standingWith({ agreed, invoiced }: ProjectInvoices, totalPence: number): Standing {
  return standingAfter(
    { agreedPence: hundredthsOf(agreed) ?? 0, invoicedPence: hundredthsOf(invoiced) ?? 0 },
    totalPence,
  );
}

/**
 * What the invoice comes to, what the advisor receives of it, and what it leaves of the agreed total. A claim is no part of
 * what was agreed, and has no commission (ADR-048).
 */
export function InvoiceSums({
  totalPence,
  engagement,
  isClaim,
}: {
  totalPence: number;
  engagement: Loaded<ProjectInvoices>;
  isClaim: boolean;
}) {
  const today = useTerms();
  const percent = isClaim ? 0 : (engagement.data?.terms?.commission_percent ?? today?.commission_percent);
  return (
    <>
      <h2 className="eyebrow">Totals</h2>
      <div aria-live="polite">
        <Totals
          sums={[
            { name: "Total", pounds: decimalOf(totalPence), big: true },
            ...(percent === undefined ? [] : sharesAt(totalPence, percent)),
          ]}
        />
        {engagement.data && !isClaim && <AgainstAgreed engagement={engagement.data} totalPence={totalPence} />}
      </div>
    </>
  );
}

function sharesAt(totalPence: number, percent: number) {
  const { fee, advisorAmount } = split(totalPence, percent);
  return sharesOf({
    platform_fee_percent: percent,
    platform_fee: decimalOf(fee),
    advisor_amount: decimalOf(advisorAmount),
  });
}

/** The agreed total, what was invoiced of it, and what is left or goes beyond it with this invoice. */
export function AgainstAgreed({ engagement, totalPence }: { engagement: ProjectInvoices; totalPence: number }) {
  const { leftPence, beyondPence } = standingWith(engagement, totalPence);
  return (
    <dl className={classes.agreed}>
      <div>
        <dt>Agreed total</dt>
        <dd>
          <Money pounds={engagement.agreed} />
        </dd>
      </div>
      <div>
        <dt>Invoiced before</dt>
        <dd>
          <Money pounds={engagement.invoiced} />
        </dd>
      </div>
      <div>
        <dt>This invoice</dt>
        <dd>
          <Money pence={totalPence} />
        </dd>
      </div>
      <div className={beyondPence > 0 ? `${classes.result} ${classes.beyond}` : classes.result}>
        <dt>{beyondPence > 0 ? "Beyond the agreed total" : "Left after this invoice"}</dt>
        <dd>
          <Money pence={beyondPence > 0 ? beyondPence : leftPence} />
        </dd>
      </div>
    </dl>
  );
}
