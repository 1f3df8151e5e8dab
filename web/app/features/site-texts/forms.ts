// The schema of this feature's form, fetched once its page is drawn (ADR-027).
export { SiteWordingForm } from "@plumbline/contract/site-texts/contract.ts";
