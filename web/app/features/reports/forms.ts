// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
import { ReportForm } from "@plumbline/contract/reports/contract.ts";

export { ReportDecision } from "@plumbline/contract/reports/contract.ts";

export const ReportFields = ReportForm.pick({ grounds: true, words: true });
