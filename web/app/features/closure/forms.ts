// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { CloseAccountForm } from "@plumbline/contract/closure/contract.ts";
