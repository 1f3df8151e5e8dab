// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
import { ReportDecision as Decision, ReportForm } from "@plumbline/contract/reports/contract.ts";
import { missingReasons } from "@plumbline/contract/reports/rules.ts";

/** With the rule that the server checks besides, so that all that is missing is said at once. */
export const ReportDecision = Decision.superRefine((decision, { addIssue }) => {
  for (const [field, messages] of Object.entries(missingReasons(decision)))
    for (const message of messages) addIssue({ code: "custom", path: [field], message });
});

export const ReportFields = ReportForm.pick({ grounds: true, words: true });
