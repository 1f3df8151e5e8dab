// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { EntryForm } from "@plumbline/contract/reference/lists.ts";
