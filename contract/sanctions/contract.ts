import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, day, Id, Ids, Moment, Page, Pagination, required, Whole } from "../fields.ts";
import { Attachment } from "../files/attachment.ts";
import { choice, emptyAsMissing } from "../lists.ts";
import { roles } from "../product.ts";
import { keysOf } from "../records.ts";
import {
  appealOutcomes,
  grounds,
  kindOfAct,
  sanctionActs,
  sanctionEnds,
  sanctionKinds,
  sanctionTexts,
  standings,
} from "./rules.ts";

const evidenceKinds = ["message", "profile", "review", "invoice", "engagement"] as const;

/** Something of the member that a decision relies on, in the words it had then. */
const Evidence = z.object({ kind: z.enum(evidenceKinds), label: z.string(), text: z.string(), path: z.string() });

const Appeal = z.object({
  id: Whole,
  text: z.string(),
  attachments: z.array(Attachment),
  made_at: Moment,
  /** By when we answer. */
  due_at: Moment,
  decided_at: Moment.nullable(),
  outcome: z.enum(appealOutcomes).nullable(),
  answer: z.string().nullable(),
});

/** A decision about a member, as the member reads it: who made it is not said. */
const Sanction = z.object({
  id: Whole,
  kind: z.enum(sanctionKinds),
  grounds: z.enum(grounds),
  reason: z.string(),
  /** What happens next. */
  next_steps: z.string(),
  evidence: z.array(Evidence),
  attachments: z.array(Attachment),
  imposed_at: Moment,
  /** The first day on which it no longer holds; null for one that lasts until it is ended. */
  until: CalendarDay.nullable(),
  ended_at: Moment.nullable(),
  end: z.enum(sanctionEnds).nullable(),
  end_reason: z.string().nullable(),
  appeal: Appeal.nullable(),
  allowed_actions: z.array(z.enum(["appeal"])),
});
export type Sanction = z.infer<typeof Sanction>;

export const listOwnSanctions = endpoint({
  method: "GET",
  path: "/api/sanctions",
  for: "member",
  summary: "The decisions about my account with their reasons, the newest first, at most fifty, and my appeals.",
  output: z.object({ standing: z.enum(standings), appeal_days: Whole, entries: z.array(Sanction) }),
});

const files = Ids.max(10, "Please attach at most 10 files.")
  .transform((ids) => [...new Set(ids)])
  .default([]);

export const AppealForm = z.strictObject({ text: required(sanctionTexts.appeal, 5000), attachment_ids: files });

/** Row G-62. */
export const makeAppeal = endpoint({
  method: "POST",
  path: "/api/sanctions/{id}/appeal",
  for: "member",
  startsNew: false,
  summary: "Appeal against a decision about me, once; another member of staff decides.",
  params: z.object({ id: Id }),
  body: AppealForm,
  output: Sanction,
  status: 201,
});

export const uploadAppealFile = endpoint({
  method: "POST",
  path: "/api/appeals/file_upload",
  for: "member",
  startsNew: false,
  summary: "Upload a file for an appeal: 25 MB at most.",
  upload: { field: "file", maxFiles: 1 },
  output: Attachment,
  status: 201,
});

// Staff ------------------------------------------------------------------------------------------------------------

const Person = z.object({ id: Whole, name: z.string(), email: z.string(), role: z.enum(roles) });

const StaffSanction = Sanction.omit({ allowed_actions: true }).extend({
  imposed_by: z.string(),
  ended_by: z.string().nullable(),
  report_id: Whole.nullable(),
});
export type StaffSanction = z.infer<typeof StaffSanction>;

const MemberSanctions = z.object({
  member: Person,
  standing: z.enum(standings),
  entries: z.array(StaffSanction),
  allowed_actions: z.array(z.enum(sanctionActs)),
});
export type MemberSanctions = z.infer<typeof MemberSanctions>;

const ofMember = { params: z.object({ id: Id }), output: MemberSanctions, for: "staff", area: "sanctions" } as const;

export const listMemberSanctions = endpoint({
  method: "GET",
  path: "/api/back-office/members/{id}/sanctions",
  summary: "A member's standing, the decisions about them, the newest first, and what may be decided now.",
  ...ofMember,
});

const until = emptyAsMissing(day(sanctionTexts.until).nullish());
const imposable = keysOf(kindOfAct);

/** What is decided about a member, with everything that they will read. */
export const SanctionForm = z.strictObject({
  act: z.enum(imposable, "must be warn, restrict or suspend"),
  grounds: z.enum(grounds, "Please choose what it is about."),
  reason: required(sanctionTexts.reason, 2000),
  next_steps: required(sanctionTexts.nextSteps, 2000),
  /** The first day on which it no longer holds; without one it lasts until somebody ends it. */
  until,
  evidence: z
    .array(
      z.strictObject({
        kind: z.enum(evidenceKinds, "is not a kind of evidence"),
        id: Id,
        /** A message is found in its conversation. */
        conversation_id: Id.nullish(),
      }),
      "must be a list",
    )
    .max(20, "has too many entries")
    .default([]),
  attachment_ids: files,
});

/** Row G-60. */
export const imposeSanction = endpoint({
  method: "POST",
  path: "/api/back-office/members/{id}/sanctions",
  summary: "Warn, restrict or suspend a member, with the reason, the evidence and what happens next; they are told.",
  ...ofMember,
  body: SanctionForm,
  status: 201,
});

export const ReopenForm = z.strictObject({ reason: required(sanctionTexts.reason, 2000) });

export const reopenMember = endpoint({
  method: "POST",
  path: "/api/back-office/members/{id}/reopen",
  summary: "End every restriction and suspension of a member, with the reason; they are told.",
  ...ofMember,
  body: ReopenForm,
});

export const uploadEvidence = endpoint({
  method: "POST",
  path: "/api/back-office/evidence/file_upload",
  for: "staff",
  area: "sanctions",
  summary: "Upload a file as evidence for a decision: 25 MB at most. The member will see it.",
  upload: { field: "file", maxFiles: 1 },
  output: Attachment,
  status: 201,
});

const QueuedAppeal = Appeal.extend({
  member: Person,
  sanction: StaffSanction.omit({ appeal: true }),
  decided_by: z.string().nullable(),
  /** Empty for the member of staff who made the decision. */
  allowed_outcomes: z.array(z.enum(appealOutcomes)),
});
export type QueuedAppeal = z.infer<typeof QueuedAppeal>;

export const appealStates = ["waiting", "decided"] as const;

export const listAppeals = endpoint({
  method: "GET",
  path: "/api/back-office/appeals",
  for: "staff",
  area: "sanctions",
  summary: "Appeals: those that wait, by the day they are due, or those that were decided, newest first.",
  query: z.object({ state: choice(appealStates), page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(QueuedAppeal), pagination: Pagination }),
});

const ofAppeal = { params: z.object({ id: Id }), output: QueuedAppeal, for: "staff", area: "sanctions" } as const;

export const readAppeal = endpoint({
  method: "GET",
  path: "/api/back-office/appeals/{id}",
  summary: "One appeal with the decision that it is about.",
  ...ofAppeal,
});

export const AppealDecision = z.strictObject({
  outcome: z.enum(appealOutcomes, "Please choose what becomes of the decision."),
  answer: required(sanctionTexts.answer, 2000),
  /** The new end, for one that is shortened. */
  until,
});

/** Row G-62. */
export const decideAppeal = endpoint({
  method: "PATCH",
  path: "/api/back-office/appeals/{id}/decide",
  summary: "Lift, keep or shorten what an appeal is about; never by the one who decided first. Both are told.",
  ...ofAppeal,
  body: AppealDecision,
});
