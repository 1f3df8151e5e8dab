import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { statusLabels } from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { CsvColumn } from "../../http/csv.ts";

const others: CsvColumn<Project>[] = [
  ["Theme", ({ theme_name }) => theme_name],
  ["Status", ({ status }) => statusLabels[status]],
  ["Start", ({ start_date }) => start_date],
  ["End", ({ end_date }) => end_date],
  ["Fee", ({ payment_cost }) => payment_cost],
  ["Paid", ({ payment_type }) => payment_type],
  ["Units", ({ payment_span }) => payment_span],
  ["Total", ({ total_payment }) => total_payment],
];

/** A list of engagements as CSV; amounts in pounds. */
export const projectCsvColumns: Record<Role, readonly CsvColumn<Project>[]> = {
  customer: [["Engagement", ({ name }) => name], ["Advisor", ({ advisor }) => advisor.profile.name], ...others],
  advisor: [
    ["Engagement", ({ name }) => name],
    ["Customer", ({ customer }) => customer.company.company_name ?? customer.profile.name],
    ...others,
  ],
};
