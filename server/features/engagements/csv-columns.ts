import { statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { CsvColumn } from "../../http/csv.ts";
import type { EngagementLine } from "./list-store.ts";

const name: CsvColumn<EngagementLine> = ["Engagement", (line) => line.name];
const others: CsvColumn<EngagementLine>[] = [
  ["Theme", ({ themeName }) => themeName],
  ["Status", ({ status }) => statusLabels[status]],
  ["Start", ({ startDate }) => startDate],
  ["End", ({ endDate }) => endDate],
  ["Fee", ({ unitPricePence }) => decimalOf(unitPricePence)],
  ["Payment type", ({ paymentType }) => paymentType],
  ["Units", ({ unitsHundredths }) => decimalOf(unitsHundredths)],
  ["Total", ({ totalPence }) => decimalOf(totalPence)],
];

/** A list of engagements as CSV; amounts in pounds. */
export const projectCsvColumns: Record<Role, readonly CsvColumn<EngagementLine>[]> = {
  customer: [name, ["Advisor", ({ otherName }) => otherName], ...others],
  advisor: [name, ["Customer", ({ otherName }) => otherName], ...others],
};
