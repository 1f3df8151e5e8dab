import { formatPence, invoiceFeePercent, split } from "@plumbline/contract/money.ts";

/** What an advisor gets of an amount in pence, by the rule that invoices are billed by (decision 14). */
export function NetOfFee({ pence, of }: { pence: number; of?: string }) {
  return (
    <>
      You receive {formatPence(split(pence, invoiceFeePercent).advisorAmount)}
      {of && ` ${of}`} after the {invoiceFeePercent}% platform fee.
    </>
  );
}
