import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { day, Id, LongId, Moment, Page, Pagination, required, Whole } from "../fields.ts";
import { choice, emptyAsMissing } from "../lists.ts";
import { roles } from "../product.ts";
import { appealOutcomes, grounds, sanctionKinds, sanctionTexts } from "../sanctions/rules.ts";
import { reportActs, reportableKinds, reportTexts } from "./rules.ts";

const OwnReport = z.object({
  id: Whole,
  kind: z.enum(reportableKinds),
  /** Of what was reported. */
  thing_id: Whole,
  /** Who wrote it. */
  author: z.object({ id: Whole, name: z.string() }),
  grounds: z.enum(grounds),
  words: z.string(),
  made_at: Moment,
  decided_at: Moment.nullable(),
  outcome: z.enum(reportActs).nullable(),
  /** What we answered; null until it is decided. */
  answer: z.string().nullable(),
  /** When an appeal of the author lifted what was decided. */
  lifted_at: Moment.nullable(),
});
export type OwnReport = z.infer<typeof OwnReport>;

export const ReportForm = z.strictObject({
  kind: z.enum(reportableKinds, "is not something that can be reported"),
  id: LongId,
  /** A message is found in its conversation. */
  conversation_id: Id.nullish(),
  grounds: z.enum(grounds, "Please choose what is wrong."),
  words: required(reportTexts.words, 2000),
});

/** Row G-63. */
export const makeReport = endpoint({
  method: "POST",
  path: "/api/reports",
  for: "member",
  startsNew: false,
  summary:
    "Report a message, profile, review or invoice that I can read and did not write; its author is not told who.",
  body: ReportForm,
  inSteps: true,
  output: OwnReport,
  status: 201,
});

export const listOwnReports = endpoint({
  method: "GET",
  path: "/api/reports",
  for: "member",
  summary: "What I have reported and what came of it, the newest first, at most fifty.",
  mayBeStale: true,
  output: z.array(OwnReport),
});

// Staff ------------------------------------------------------------------------------------------------------------

const Person = z.object({ id: Whole, name: z.string(), email: z.string(), role: z.enum(roles) });

const Report = z.object({
  id: Whole,
  kind: z.enum(reportableKinds),
  grounds: z.enum(grounds),
  words: z.string(),
  made_at: Moment,
  reporter: Person,
  author: Person,
  assigned_to: z.object({ id: Whole, name: z.string() }).nullable(),
  decided_at: Moment.nullable(),
  decided_by: z.string().nullable(),
  outcome: z.enum(reportActs).nullable(),
  answer: z.string().nullable(),
  allowed_actions: z.array(z.enum(["assign", "release", "decide"])),
});

/** What was reported, as it stands now, with what surrounds it. */
const Context = z.object({
  label: z.string(),
  /** Null once it is gone. */
  text: z.string().nullable(),
  removed: z.boolean(),
  /** Messages before and after it; empty for everything else. */
  around: z.array(z.object({ id: Whole, by: z.string(), at: Moment, text: z.string(), reported: z.boolean() })),
});

const ReportInContext = Report.extend({
  context: Context,
  allowed_acts: z.array(z.enum(reportActs)),
  /** Earlier decisions about the author, newest first. */
  history: z.array(z.object({ id: Whole, kind: z.enum(sanctionKinds), grounds: z.enum(grounds), imposed_at: Moment })),
});
export type ReportInContext = z.infer<typeof ReportInContext>;

export const reportStates = ["waiting", "decided"] as const;

export const listReports = endpoint({
  method: "GET",
  path: "/api/back-office/reports",
  for: "staff",
  area: "reports",
  summary: "Reports: those that wait, oldest first, or those that were decided, newest first.",
  query: z.object({ state: choice(reportStates), page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Report), pagination: Pagination }),
});
export type Report = z.infer<typeof Report>;

const ofReport = { params: z.object({ id: Id }), output: ReportInContext, for: "staff", area: "reports" } as const;

export const readReport = endpoint({
  method: "GET",
  path: "/api/back-office/reports/{id}",
  summary: "One report with what was reported, in its context, and what may be done.",
  ...ofReport,
});

export const assignReport = endpoint({
  method: "PATCH",
  path: "/api/back-office/reports/{id}/assign",
  summary: "Take a report to oneself, or give it back.",
  ...ofReport,
  body: z.strictObject({ mine: z.boolean("must be true or false") }),
});

export const ReportDecision = z.strictObject({
  act: z.enum(reportActs, "Please choose what to do."),
  /** To the reporter. */
  answer: required(reportTexts.answer, 2000),
  /** To the author, for everything but no action. */
  reason: z.string().trim().max(2000, "Please keep this under 2000 characters").default(""),
  next_steps: z.string().trim().max(2000, "Please keep this under 2000 characters").default(""),
  until: emptyAsMissing(day(sanctionTexts.until).nullish()),
});

export const decideReport = endpoint({
  method: "PATCH",
  path: "/api/back-office/reports/{id}/decide",
  summary: "Take no action, warn, remove, restrict or suspend; the reporter is told, and the author of what is done.",
  ...ofReport,
  body: ReportDecision,
});

/** The months of the transparency page, newest first. */
const Month = z.object({
  /** As "2026-11". */
  month: z.string(),
  decisions: z.record(z.enum(sanctionKinds), Whole),
  reports: Whole,
  report_ends: z.record(z.enum(reportActs), Whole),
  appeals: Whole,
  appeal_ends: z.record(z.enum(appealOutcomes), Whole),
});
export type TransparencyMonth = z.infer<typeof Month>;

/** Row G-65. */
export const readTransparency = endpoint({
  method: "GET",
  path: "/api/public/transparency",
  for: "anyone",
  summary: "How many decisions, reports and appeals there were in each month, and how they ended.",
  changesWith: "transparency_counts",
  output: z.object({ months: z.array(Month) }),
});
