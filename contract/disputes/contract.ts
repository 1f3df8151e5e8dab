import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, reloadAdvice, required, Whole, wholeNumber } from "../fields.ts";
import { Attachment } from "../files/attachment.ts";
import { disputeStates } from "../invoices/rules.ts";
import { choice, emptyAsMissing, listFilters } from "../lists.ts";
import {
  answerKinds,
  answerStates,
  disputeActions,
  disputeTexts,
  evidenceLimits,
  evidenceParts,
  ownFileKinds,
} from "./rules.ts";

const Someone = z.object({ id: Whole, name: z.string() });

/** A dispute of the payment of an invoice or of a membership with all that staff need to answer it. */
export const DisputeCase = z.object({
  id: Whole,
  provider_id: z.string(),
  state: z.enum(disputeStates),
  /** Pounds. */
  amount: z.number(),
  /** The bank's reason, in words that follow "because of". */
  reason: z.string(),
  opened_at: Moment,
  closed_at: Moment.nullable(),
  /** Null once it was answered. */
  respond_by: Moment.nullable(),
  customer: Someone,
  /** These three are null for a payment of a membership. */
  invoice: z.object({ id: Whole, number: z.string(), total: z.number() }).nullable(),
  project: Someone.nullable(),
  advisor: Someone.nullable(),
  /** The payment of a membership; null for one of an invoice. */
  membership: z
    .object({
      /** The plan that was paid for; null when the provider has not named it. */
      plan: z.string().nullable(),
      /** The number of the bill; null for one that we have not read yet. */
      bill: z.string().nullable(),
      /** Pounds. */
      paid: z.number(),
      paid_at: Moment,
      /** The end of the period that was paid for. */
      paid_until: Moment,
      /** Whether the membership ended because of it. */
      ended: z.boolean(),
    })
    .nullable(),
  /** What can go in, from the history. Empty parts are left out. */
  proposed: z.array(
    z.object({ part: z.enum(evidenceParts), lines: z.array(z.object({ when: z.string(), text: z.string() })) }),
  ),
  /** The draft, or what was sent; null before anybody has written one. */
  answer: z
    .object({
      kind: z.enum(answerKinds),
      state: z.enum(answerStates),
      parts: z.array(z.enum(evidenceParts)),
      words: z.string(),
      files: z.array(Attachment.extend({ kind: z.enum(ownFileKinds) })),
      /** Counts the times it was saved. */
      version: Whole,
      /** Who wrote it last or sent it, and when. */
      by: z.string().nullable(),
      at: Moment,
      /** Why the provider refused it, if it did. */
      failure: z.string().nullable(),
    })
    .nullable(),
  allowed_actions: z.array(z.enum(disputeActions)),
  /** Why nothing can be done, as a sentence. */
  refused: z.string().nullable(),
});
export type DisputeCase = z.infer<typeof DisputeCase>;

const listed = { path: "/api/back-office/disputes", for: "staff", area: "money" } as const;
/** Words of the customer or the advisor, or the provider's id; days on which the bank began, in London. */
const filters = listFilters({ state: choice(disputeStates) });

const ListedDispute = z.object({
  id: Whole,
  state: z.enum(disputeStates),
  /** The bank's reason, in words that follow "because of". */
  reason: z.string(),
  /** Pounds. */
  amount: z.number(),
  opened_at: Moment,
  closed_at: Moment.nullable(),
  /** Null once it was answered. */
  respond_by: Moment.nullable(),
  answered_at: Moment.nullable(),
  customer: Someone,
  /** These two are null for a payment of a membership. */
  advisor_member: Someone.nullable(),
  invoice: z.object({ id: Whole, number: z.string() }).nullable(),
  provider_id: z.string(),
});
export type ListedDispute = z.infer<typeof ListedDispute>;

/** Row G-52. */
export const listDisputes = endpoint({
  method: "GET",
  ...listed,
  summary:
    "Card disputes and inquiries over invoices and memberships, opened last first; words are looked for by their beginnings in the names and companies of customer and advisor, or are the provider's id. `after` is the id of the last one that is known.",
  query: filters.extend({ after: emptyAsMissing(Id.optional()) }),
  mayBeStale: true,
  output: z.object({ entries: z.array(ListedDispute), more: z.boolean() }),
});

const byId = { params: z.object({ id: Id }) };

/** What it was when the caller read it: an inquiry is not answered or conceded as the dispute that it has become. */
const state = z.enum(disputeStates, `is not the state of a dispute. ${reloadAdvice}`);

/** Strict, because an answer cannot be changed: a misspelt field must not leave something out. */
export const AnswerForm = z.strictObject({
  parts: z.array(z.enum(evidenceParts, "is not a kind of evidence"), "must be a list").max(evidenceParts.length),
  words: z
    .string("Please write words.")
    .max(evidenceLimits.words, `Please keep this under ${evidenceLimits.words} characters`),
  files: z
    .array(z.strictObject({ id: Id, kind: z.enum(ownFileKinds, "is not a kind of file") }), "must be a list")
    .max(ownFileKinds.length, disputeTexts.twice)
    .refine((files) => new Set(files.map(({ kind }) => kind)).size === files.length, disputeTexts.twice),
  /** The version that was read; 0 before there is one. Somebody else's newer draft is never overwritten. */
  version: wholeNumber("is not a version", { min: 0 }),
  state,
});
export type AnswerForm = z.infer<typeof AnswerForm>;

/** Row G-99. */
export const readDispute = endpoint({
  method: "GET",
  path: "/api/back-office/disputes/{id}",
  for: "staff",
  area: "money",
  summary:
    "A dispute of the payment of an invoice or of a membership: the bank's reason, the deadline, what can be shown, and our answer.",
  ...byId,
  output: DisputeCase,
});

export const saveDisputeAnswer = endpoint({
  method: "PUT",
  path: "/api/back-office/disputes/{id}/answer",
  for: "staff",
  area: "money",
  summary:
    "Keep the answer to a dispute as a draft. 409 when a colleague has saved or sent one meanwhile, and for an inquiry that has become a dispute.",
  ...byId,
  body: AnswerForm,
  output: z.undefined(),
  status: 204,
});

/** Row G-98. */
export const sendDisputeAnswer = endpoint({
  method: "POST",
  path: "/api/back-office/disputes/{id}/answer",
  for: "staff",
  area: "money",
  summary:
    "Send the answer to the bank, once: it cannot be changed. Refused after the deadline, once it is answered, and for an inquiry that has become a dispute.",
  ...byId,
  body: AnswerForm,
  inSteps: true,
  output: z.undefined(),
  status: 204,
});

const acceptReasonMessage = "Please give the reason: it stands in the audit.";
export const AcceptForm = z.strictObject({ reason: required(acceptReasonMessage, 2000), state });
export type AcceptForm = z.infer<typeof AcceptForm>;

export const acceptDispute = endpoint({
  method: "POST",
  path: "/api/back-office/disputes/{id}/accept",
  for: "staff",
  area: "money",
  summary:
    "Accept a dispute as lost, without an answer: the bank keeps the sum. It cannot be undone. 409 for an inquiry that has become a dispute.",
  ...byId,
  body: AcceptForm,
  inSteps: true,
  output: z.undefined(),
  status: 204,
});

export const uploadDisputeFile = endpoint({
  method: "POST",
  path: "/api/back-office/disputes/file_upload",
  for: "staff",
  area: "money",
  upload: { field: "file", maxFiles: 1, wrongType: disputeTexts.wrongType },
  summary: "Upload a PDF, JPEG or PNG of at most 4.5 MB for the answer to a dispute.",
  output: Attachment,
  status: 201,
});
