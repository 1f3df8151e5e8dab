import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  CalendarDay,
  chosen,
  day,
  decimal,
  Id,
  Ids,
  isVisible,
  Moment,
  optionallyWrapped,
  required,
  Whole,
  wholeNumber,
} from "../fields.ts";
import { Attachment } from "../files/attachment.ts";
import { choice, emptyAsMissing, listCsv, listFilters, listSums } from "../lists.ts";
import { largestTotal } from "../money.ts";
import { Party } from "../profiles/party.ts";
import { Removed } from "../reports/removed.ts";
import { actions, endBeforeStart, paymentTypes, statuses, totalErrors, totalTooLarge } from "./rules.ts";

export const maxFiles = 10;
const maxCollaborators = 20;

// Requests --------------------------------------------------------------------------------------------------------

/** Names or e-mail addresses, for display only: they get no access (decision 25). A string is split at commas and lines. */
const Collaborators = z.preprocess(
  (value) => (typeof value === "string" && value.length < 10_000 ? value.split(/[,;\n]/) : (value ?? undefined)),
  z
    .array(z.string("is not a name").trim().max(200, "Please keep each under 200 characters"), "is not a list of names")
    .max(maxCollaborators, `Please name at most ${maxCollaborators}`)
    .transform((names) => [...new Set(names.filter(isVisible))]),
);
const Attachments = Ids.max(maxFiles, `Please attach at most ${maxFiles} files`).transform((ids) => [...new Set(ids)]);

const details = {
  customer_id: chosen("Please select a customer"),
  name: required("Please enter Project Name"),
  theme: chosen("Please select a Theme"),
  description: required("Provide project description.", 10_000),
  start_date: day("Please select start date."),
  end_date: day("Please select end date."),
  attachment_ids: Attachments,
  collaborators: Collaborators,
};
const terms = {
  payment_type: z.enum(paymentTypes, "Please select payment type."),
  /** Pounds per period; pence inside. */
  payment_cost: decimal("Please input fee.").refine((pence) => pence <= largestTotal, totalTooLarge),
  /** Periods; hundredths inside. */
  payment_span: decimal("Please input period.").refine((hundredths) => hundredths <= largestTotal, totalTooLarge),
};
/** Pounds. Accepted because the specification documents it, and ignored: the server computes the total (row E-27). */
const total = { total_payment: z.unknown().optional() };

/** The wizard's first step: the checkbox is not sent, and files are uploaded before the form is sent. */
const { attachment_ids: _, ...detailsWithoutFiles } = details;
export const DetailsForm = z
  .object({ ...detailsWithoutFiles, agreement: z.literal(true, "Please check Our Terms and Conditions") })
  .refine(({ start_date, end_date }) => end_date >= start_date, { path: ["end_date"], message: endBeforeStart });
/** The wizard's second step. */
export const TermsForm = z.object(terms).superRefine(({ payment_cost, payment_span }, context) => {
  const [message] = totalErrors({ unitPricePence: payment_cost, unitsHundredths: payment_span });
  if (message) context.addIssue({ code: "custom", path: ["payment_cost"], message });
});

export const Proposal = z.object({
  ...details,
  attachment_ids: Attachments.default([]),
  collaborators: Collaborators.prefault([]),
  ...terms,
  ...total,
});
/** A resubmission: omitted fields keep their values. */
export const ProposalChange = z.object({ ...details, ...terms, ...total }).partial();

/** An optional message to the other party, kept in the history. */
export const MoveForm = z.object({
  message: z.string().trim().max(2000, "Please keep this under 2000 characters").nullish(),
  /** Our addition: the version of the proposal that the client has read; when it was sent again since, it is refused with 409. */
  version: Id.optional(),
});

// Responses -------------------------------------------------------------------------------------------------------

export const ProjectReview = z.object({
  id: Whole,
  rating: Whole,
  rating_chosen: z.boolean(),
  verified: z.boolean(),
  body: z.string(),
  created_at: Moment,
  answer: z.string().nullable(),
  answered_at: Moment.nullable(),
  /** Set once we have removed it: the body is then the sentence that stands in its place. */
  removed: Removed.nullable(),
});

export const Project = z.object({
  id: Whole,
  name: z.string(),
  description: z.string(),
  theme: Whole,
  theme_name: z.string(),
  start_date: CalendarDay,
  end_date: CalendarDay,
  status: z.enum(statuses),
  payment_type: z.enum(paymentTypes),
  payment_cost: z.number(),
  payment_span: z.number(),
  total_payment: z.number(),
  attachment_ids: z.array(Whole),
  attachments: z.array(Attachment),
  collaborators: z.array(z.string()),
  advisor_id: Whole,
  customer_id: Whole,
  advisor: Party,
  customer: Party,
  reviews: z.array(ProjectReview),
  created_at: Moment,
  /** Counts the submissions of the proposal. */
  version: Whole,
  review_asked_at: Moment.nullable(),
  /** The actions that the caller may take now (decision 22). */
  allowed_actions: z.array(z.enum(actions)),
  /**
   * Why an action that the status allows is missing from them: one of the parties may begin nothing new at the moment.
   */
  held_back: z.string().nullable(),
});
export type Project = z.infer<typeof Project>;

/** One event in the engagement's history; oldest first. */
export const HistoryEntry = z.object({
  id: Whole,
  action: z.enum([...actions, "answer"]),
  /** Null when the engagement started by itself on its start date. */
  by: z.object({ id: Whole, name: z.string() }).nullable(),
  created_at: Moment,
  status: z.enum(statuses),
  message: z.string().nullable(),
  /** For a resubmission: the changed fields as text. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const ProjectDetail = Project.extend({ history: z.array(HistoryEntry) });
export type ProjectDetail = z.infer<typeof ProjectDetail>;

// Endpoints -------------------------------------------------------------------------------------------------------

const byId = z.object({ id: Id });
const orders = { desc: "desc", newest: "desc", asc: "asc", oldest: "asc" } as const;
export const maxProjectsPerPage = 100;

const mine = {
  path: "/api/projects",
  for: "member",
  /** Words of name, description, theme and the other party; days of the start. */
  filters: listFilters({ status: choice(statuses, "is not a status") }),
} as const;

/** Row E-26. */
export const listProjects = endpoint({
  method: "GET",
  path: mine.path,
  for: mine.for,
  summary:
    "My engagements, newest first unless asked otherwise; at most 100 at once, continued with before (or after, oldest first).",
  query: mine.filters.extend({
    order: emptyAsMissing(z.enum(["desc", "asc", "newest", "oldest"], "is not an order").optional()).transform(
      (order) => orders[order ?? "desc"],
    ),
    /** The id of the last entry so far, in a list of newest first. */
    before: Id.optional(),
    /** The same in a list of oldest first. */
    after: Id.optional(),
    limit: wholeNumber(`must be 1 to ${maxProjectsPerPage}`, { max: maxProjectsPerPage }).default(maxProjectsPerPage),
  }),
  mayBeStale: true,
  output: z.array(Project),
});

/** Pounds: `total` is what is in progress, what is completed and the `other` statuses. */
export const sumProjects = listSums(mine, "of my engagements", {
  total: z.number(),
  in_progress: z.number(),
  completed: z.number(),
  other: z.number(),
});
export const projectsCsv = listCsv(mine, "of my engagements");

export const createProject = endpoint({
  method: "POST",
  path: "/api/projects",
  for: "advisor",
  startsNew: true,
  summary: "Send a proposal to one of my own customers. The total is computed from fee and units.",
  body: optionallyWrapped("project", Proposal),
  output: ProjectDetail,
  status: 201,
});

/** Row E-04. */
export const availableCustomers = endpoint({
  method: "GET",
  path: "/api/projects/available_customers",
  for: "advisor",
  summary:
    "Whom I may propose to: customers with whom I share a conversation or an earlier engagement; held_back says why a proposal to one is refused at the moment.",
  output: z.array(Party.extend({ held_back: z.string().nullable() })),
});

/** Row E-05. */
export const uploadProjectFiles = endpoint({
  method: "POST",
  path: "/api/projects/file_upload",
  for: "advisor",
  startsNew: false,
  summary: "Upload files for a proposal; their ids go in attachment_ids.",
  upload: { field: "files", maxFiles: maxFiles },
  output: z.array(Attachment),
  status: 201,
});

/** Rows E-25 and E-26. */
export const readProject = endpoint({
  method: "GET",
  path: "/api/projects/{id}",
  for: "member",
  summary: "An engagement of mine with its history; 404 for anybody else.",
  params: byId,
  output: ProjectDetail,
});

/** Row E-13. */
export const updateProject = endpoint({
  method: "PUT",
  path: "/api/projects/{id}",
  for: "advisor",
  startsNew: true,
  summary: "Change a proposal that the customer sent back, and send it again.",
  params: byId,
  body: optionallyWrapped("project", ProposalChange.extend(MoveForm.shape)),
  output: ProjectDetail,
});

export const acceptProject = endpoint({
  method: "PATCH",
  path: "/api/projects/{id}/accept",
  for: "customer",
  startsNew: true,
  summary: "Accept a proposal: it starts when its start date is reached, or at once when that is today or past.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});

export const rejectProject = endpoint({
  method: "PATCH",
  path: "/api/projects/{id}/reject",
  for: "customer",
  startsNew: false,
  summary: "Reject a proposal.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});

/** Row E-12. */
export const suggestEdit = endpoint({
  method: "PATCH",
  path: "/api/projects/{id}/suggest_edit",
  for: "customer",
  startsNew: true,
  summary: "Send a proposal back to the advisor for changes.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});

export const startProject = endpoint({
  method: "PATCH",
  path: "/api/projects/{id}/start",
  for: "member",
  startsNew: false,
  summary: "Start an accepted engagement before its start date.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});

/** Row E-14. */
export const completeProject = endpoint({
  method: "PATCH",
  path: "/api/projects/{id}/complete",
  for: "member",
  startsNew: false,
  summary: "End an engagement that is in progress.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});

export const askForReview = endpoint({
  method: "POST",
  path: "/api/projects/{id}/ask_for_review",
  for: "advisor",
  startsNew: false,
  summary: "Ask the customer for a review of a completed engagement, at most once a day.",
  params: byId,
  body: MoveForm,
  output: ProjectDetail,
});
