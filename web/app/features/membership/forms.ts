// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { BillingCardForm, HolderForm, OnboardingForm } from "@plumbline/contract/membership/contract.ts";
