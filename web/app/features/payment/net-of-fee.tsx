import { formatPence, split } from "@plumbline/contract/money.ts";
import { useTerms } from "./terms.ts";

/**
 * What an advisor gets of an amount in pence, by the rule that invoices are billed by (decision 14): at the advisor's
 * own commission of today (`percent`), or at everybody's.
 */
export function NetOfFee({ pence, of, percent }: { pence: number; of?: string; percent?: number | undefined }) {
  const terms = useTerms();
  const kept = percent ?? terms?.commission_percent;
  if (kept === undefined) return <>You receive it after the platform fee.</>;
  return (
    <>
      You receive {formatPence(split(pence, kept).advisorAmount)}
      {of && ` ${of}`} after the {kept}% platform fee.
    </>
  );
}
