import { z } from "zod";
import { chosen, Id, wholeNumber } from "../fields.ts";
import { draftLineErrors, type LineErrors, lineColumns, lineErrors, maxLines, type TypedLine, texts } from "./rules.ts";
import { vatTreatments } from "./vat.ts";

// An invoice as its advisor writes it.

const text = z.string().trim().max(500, `Please keep ${lineColumns.description} under 500 characters.`);
const figure = z
  .union([z.number(), z.string().max(40)], "must be a number")
  .nullish()
  .transform((value) => value ?? "");

const Lines = z
  .array(
    z.object({
      description: text.nullish().transform((value) => value ?? ""),
      quantity: figure,
      unit_price: figure,
      /** Accepted because the specification documents it, and ignored: the server computes the amount. */
      amount: z.union([z.number(), z.string().max(40)], "is not an amount").nullish(),
      /** Our addition, for advisors who are registered for VAT: standard when left out. */
      vat_treatment: z.enum(vatTreatments, `must be one of ${vatTreatments.join(", ")}`).nullish(),
    }),
    texts.noLines,
  )
  .max(maxLines, `An invoice carries at most ${maxLines} lines.`);

const content = {
  project_id: chosen(texts.selectProject),
  items_attributes: Lines,
  /** Our addition: days until it is due, between the shortest and the longest payment term; the usual ones when left out. */
  payment_term_days: wholeNumber("Please enter a number of days.", { max: 366 }).nullish(),
  /** Our addition: an accepted project is started first, all or nothing (decision 21). */
  start: z.boolean().default(false),
  /**
   * Our addition: the pounds that the client has shown. An invoice that comes to another sum, as with VAT that was registered
   * in the meantime, is not sent.
   */
  total: z.number("is not a sum").optional(),
};

export const NewInvoice = z
  .object({
    ...content,
    /** Our addition: saves a draft instead of sending the invoice; lines may be incomplete. */
    draft: z.boolean().default(false),
    /** Our addition: the late invoice whose interest and compensation this one claims, at most what the law allows. */
    claim_for: Id.nullish(),
  })
  .superRefine(({ items_attributes: lines, draft }, context) => addErrors(context, lines, !draft));

/** The version of the draft that the client has read: a newer one is neither replaced, sent nor thrown away, but refused with 409. */
const version = Id.optional();

export const SeenDraft = z.object({ version });

export const Draft = z
  .object({
    ...content,
    /** Our addition: sends the invoice after the update; its lines must be complete then. */
    send: z.boolean().default(false),
    version,
  })
  .superRefine(({ items_attributes: lines, send }, context) => addErrors(context, lines, send));

/** Adds the errors that prevent the lines from being sent, or from being stored as a draft. */
function addErrors(context: z.RefinementCtx, lines: readonly TypedLine[], sending: boolean) {
  if (sending && lines.length === 0)
    context.addIssue({ code: "custom", path: ["items_attributes"], message: texts.noLines });
  addLineErrors(context, lines, sending ? lineErrors : draftLineErrors);
}

/** Adds the errors of each line, with the line's index and the column as their path. */
function addLineErrors(
  context: z.RefinementCtx,
  lines: readonly TypedLine[],
  errorsOf: (line: TypedLine) => LineErrors,
) {
  lines.forEach((line, index) => {
    for (const [column, message] of Object.entries(errorsOf(line)))
      context.addIssue({ code: "custom", path: ["items_attributes", index, column], message });
  });
}
