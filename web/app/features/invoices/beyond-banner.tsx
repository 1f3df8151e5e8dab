import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Banner } from "../../ui/banner.tsx";

/** The customer reads it before paying, whatever the advisor was asked (ADR-022); nothing while the total is kept. */
export function BeyondBanner({ engagement }: { engagement: ProjectInvoices }) {
  const { agreed, invoiced, beyond, plus_vat: plusVat } = engagement;
  if (beyond === 0) return null;
  return (
    <Banner tone="wait" title={`More than you agreed to, by ${formatPounds(beyond)}`}>
      You agreed to {formatPounds(agreed)} in total{plusVat && ", plus VAT"}. The invoices of this engagement come to{" "}
      {formatPounds(invoiced)}
      {plusVat && " without VAT"}. If that is a surprise, ask before you pay.
    </Banner>
  );
}
