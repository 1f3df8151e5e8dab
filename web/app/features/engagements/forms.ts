import { totalOf } from "@plumbline/contract/engagements/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";

// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { DetailsForm, TermsForm } from "@plumbline/contract/engagements/contract.ts";

/** Terms, in pence and hundredths of a unit, as numbers and with their total: so they are sent (decision 47). */
export const sentTerms = (unitPricePence: number, unitsHundredths: number) => ({
  payment_cost: decimalOf(unitPricePence),
  payment_span: decimalOf(unitsHundredths),
  total_payment: decimalOf(totalOf({ unitPricePence, unitsHundredths })),
});
