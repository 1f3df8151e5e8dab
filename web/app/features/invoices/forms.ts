// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { RefundForm } from "@plumbline/contract/invoices/staff-contract.ts";
export { VatRegistrationForm } from "@plumbline/contract/invoices/vat-contract.ts";
