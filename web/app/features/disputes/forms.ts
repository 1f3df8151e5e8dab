import { AcceptForm, AnswerForm } from "@plumbline/contract/disputes/contract.ts";
import { z } from "zod";

// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export const AcceptFields = AcceptForm.pick({ reason: true });

/** Files are kept by their kind until they are sent. */
export const AnswerFields = AnswerForm.pick({ parts: true, words: true }).extend({ files: z.unknown() }).strip();
