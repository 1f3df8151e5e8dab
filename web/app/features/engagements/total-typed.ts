import { totalOf } from "@plumbline/contract/engagements/rules.ts";
import { hundredthsOf } from "@plumbline/contract/money.ts";
import type { Terms } from "./proposal-values.ts";

/** Fee times units in pence; null until both are valid. */
export function totalTyped({ payment_cost, payment_span }: Terms): number | null {
  const unitPricePence = hundredthsOf(payment_cost);
  const unitsHundredths = hundredthsOf(payment_span);
  if (unitPricePence === null || unitsHundredths === null || unitPricePence < 0 || unitsHundredths < 0) return null;
  return totalOf({ unitPricePence, unitsHundredths });
}
