// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
import { AppealForm, SanctionForm } from "@plumbline/contract/sanctions/contract.ts";
import { z } from "zod";
import type { Uploaded } from "../../ui/use-uploads.ts";

export { AppealDecision, ReopenForm } from "@plumbline/contract/sanctions/contract.ts";

const files = z.array(z.custom<Uploaded>());

export const AppealFields = AppealForm.pick({ text: true }).extend({ files });
export const SanctionFields = SanctionForm.pick({ grounds: true, reason: true, next_steps: true, until: true }).extend({
  files,
});
