import { type Standing, standingAfter } from "@plumbline/contract/invoices/agreed-total.ts";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { type VatRate, vatTexts } from "@plumbline/contract/invoices/vat.ts";
import { decimalOf, formatPence, hundredthsOf, split, sumOf } from "@plumbline/contract/money.ts";
import { Money } from "../../ui/money.tsx";
import { SaidAfterTyping } from "../../ui/said-after-typing.tsx";
import type { Loaded } from "../../ui/use-loaded.ts";
import { useTerms } from "../payment/terms.ts";
import classes from "./invoice-form.module.css";
import { sharesOf, Totals, vatSumsOf } from "./totals.tsx";

/** How much of the engagement is invoiced once this invoice is sent, from the server's sums; all without VAT. */
export function standingWith({ agreed, invoiced }: ProjectInvoices, netPence: number): Standing {
  return standingAfter(
    { agreedPence: hundredthsOf(agreed) ?? 0, invoicedPence: hundredthsOf(invoiced) ?? 0 },
    netPence,
  );
}

/**
 * What the invoice comes to, what the advisor receives of it, and what it leaves of the agreed total. A claim is no part of
 * what was agreed, and has no commission (ADR-048).
 */
export function InvoiceSums({
  netPence,
  rates,
  engagement,
  isClaim,
}: {
  netPence: number;
  /** Empty for an invoice without VAT. */
  rates: readonly VatRate[];
  engagement: Loaded<ProjectInvoices>;
  isClaim: boolean;
}) {
  const today = useTerms();
  const percent = isClaim ? 0 : (engagement.data?.terms?.commission_percent ?? today?.commission_percent);
  const hasVat = rates.length > 0;
  const vatPence = sumOf(rates.map((rate) => rate.vatPence));
  const agreed = isClaim ? null : engagement.data;
  const beyondPence = agreed ? standingWith(agreed, netPence).beyondPence : 0;
  const beyond = beyondPence > 0 ? `, ${formatPence(beyondPence)} beyond the agreed total` : "";
  return (
    <>
      <h2 className="eyebrow">Totals</h2>
      <Totals
        sums={[
          ...vatSumsOf(hasVat ? vatInPounds(netPence, vatPence, rates) : undefined),
          { name: "Total", pounds: decimalOf(netPence + vatPence), big: true },
          ...(percent === undefined ? [] : sharesAt({ netPence, vatPence, hasVat }, percent)),
        ]}
      />
      {hasVat && percent !== 0 && <p className={`small ${classes.commission}`}>{vatTexts.commission}</p>}
      {agreed && <AgainstAgreed engagement={agreed} netPence={netPence} hasVat={hasVat} />}
      <SaidAfterTyping text={`Total ${formatPence(netPence + vatPence)}${beyond}`} />
    </>
  );
}

function sharesAt(
  { netPence, vatPence, hasVat }: { netPence: number; vatPence: number; hasVat: boolean },
  percent: number,
) {
  const { fee, advisorAmount } = split(netPence, percent);
  return sharesOf(
    {
      platform_fee_percent: percent,
      platform_fee: decimalOf(fee),
      advisor_amount: decimalOf(advisorAmount + vatPence),
    },
    "You receive",
    hasVat ? decimalOf(netPence) : undefined,
  );
}

/** The agreed total, what was invoiced of it, and what is left or goes beyond it with this invoice. */
export function AgainstAgreed({
  engagement,
  netPence,
  hasVat = engagement.plus_vat ?? false,
}: {
  engagement: ProjectInvoices;
  netPence: number;
  hasVat?: boolean;
}) {
  const { leftPence, beyondPence } = standingWith(engagement, netPence);
  return (
    <dl className={classes.agreed}>
      <div>
        <dt>Agreed total{hasVat && ", plus VAT"}</dt>
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
        <dt>This invoice{hasVat && ", without VAT"}</dt>
        <dd>
          <Money pence={netPence} />
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

/** The VAT of an invoice in the shape of the server's response. */
const vatInPounds = (netPence: number, vatPence: number, rates: readonly VatRate[]) => ({
  total_without_vat: decimalOf(netPence),
  total_vat: decimalOf(vatPence),
  rates: rates.map(({ treatment, percent, netPence: net, vatPence: vat }) => ({
    ...{ treatment, percent, amount: decimalOf(net), vat: decimalOf(vat) },
  })),
});
