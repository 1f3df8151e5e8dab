import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeEffects, statusLabel } from "@plumbline/contract/invoices/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { CsvColumn } from "../../http/csv.ts";

const before: CsvColumn<Invoice>[] = [
  ["Number", ({ number }) => number],
  ["Engagement", ({ project }) => project.name],
];
const after: CsvColumn<Invoice>[] = [
  ["Date", ({ date }) => date],
  ["Due", ({ due_date }) => due_date],
  ["Status", ({ status, refunded }) => statusLabel(status, refunded)],
  ["Dispute", ({ dispute }) => dispute && disputeEffects[dispute.state].label],
  ["Total", ({ total }) => total],
  ["Given back", ({ refunded }) => refunded || null],
];
/** Empty for invoices without VAT. */
const vat: CsvColumn<Invoice>[] = [
  ["Without VAT", ({ vat }) => vat?.total_without_vat ?? null],
  ["VAT", ({ vat }) => vat?.total_vat ?? null],
];

/** A list of invoices as CSV: what the list shows, and for the advisor what is theirs of it. Amounts in pounds. */
export const invoiceCsvColumns: Record<Role, readonly CsvColumn<Invoice>[]> = {
  customer: [...before, ["Advisor", ({ advisor }) => advisor.profile.name], ...after, ...vat],
  advisor: [
    ...before,
    ["Customer", ({ customer }) => customer.company.company_name ?? customer.profile.name],
    ...after,
    ["Commission", ({ info }) => info?.platform_fee ?? null],
    ["Yours", ({ info }) => info?.advisor_amount ?? null],
    ...vat,
  ],
};
