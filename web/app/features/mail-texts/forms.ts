// The schema of this feature's form, fetched once its page is drawn (ADR-027).
export { WordingForm } from "@plumbline/contract/mail-texts/contract.ts";
