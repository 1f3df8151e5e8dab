// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { DetailsForm, TermsForm } from "@plumbline/contract/engagements/contract.ts";
