// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { AnswerForm, ReviewForm } from "@plumbline/contract/reviews/contract.ts";
