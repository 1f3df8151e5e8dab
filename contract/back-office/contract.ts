import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, Id, Moment, Page, Pagination, required, Whole } from "../fields.ts";
import { accountStates, roles } from "../product.ts";
import type { Access } from "./access.ts";
import { areas, staffRoles } from "./staff-roles.ts";

const reasonMessage = "Please give the reason: the applicant will read it.";

/** An application with its answers in the order of the form. */
export const Application = z.object({
  id: Whole,
  role: z.enum(roles),
  email: z.string(),
  name: z.string(),
  company_name: z.string().nullable(),
  state: z.enum(accountStates),
  applied_at: Moment,
  verified_at: Moment.nullable(),
  decision: z.enum(["approved", "rejected"]).nullable(),
  decided_at: Moment.nullable(),
  decided_by: z.string().nullable(),
  decision_reason: z.string().nullable(),
  /** The mail server's reason for rejecting this address; null when it accepts mail. */
  email_refused: z.string().nullable(),
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  allowed_actions: z.array(z.enum(["approve", "reject"])),
});

export const listApplications = endpoint({
  method: "GET",
  path: "/api/back-office/applications",
  for: "staff",
  area: "applications",
  summary: "Applications, oldest waiting first (decision 41).",
  query: z.object({ state: z.enum(accountStates).optional(), page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Application), pagination: Pagination }),
});

export const readApplication = endpoint({
  method: "GET",
  path: "/api/back-office/applications/{id}",
  for: "staff",
  area: "applications",
  summary: "One application with everything that was entered.",
  params: z.object({ id: Id }),
  output: Application,
});

export const DecisionForm = z.object({ reason: required(reasonMessage, 2000) });

const decide = {
  params: z.object({ id: Id }),
  body: DecisionForm,
  output: Application,
} as const;

export const approveApplication = endpoint({
  method: "PATCH",
  path: "/api/back-office/applications/{id}/approve",
  for: "staff",
  area: "applications",
  summary: "Approve, with the reason.",
  ...decide,
});

export const rejectApplication = endpoint({
  method: "PATCH",
  path: "/api/back-office/applications/{id}/reject",
  for: "staff",
  area: "applications",
  summary: "Reject, with the reason that the applicant will read.",
  ...decide,
});

const accesses = ["none", "read", "write"] as const satisfies readonly Access[];

export const readStaffAccount = endpoint({
  method: "GET",
  path: "/api/back-office/me",
  for: "staff",
  area: "desk",
  duringSetUp: true,
  summary: "Who the caller is, and what their role may do in each area.",
  output: z.object({
    id: Whole,
    name: z.string(),
    email: z.string(),
    role: z.enum(staffRoles),
    access: z.record(z.enum(areas), z.enum(accesses)),
    /** Nothing else answers before two-step sign-in is set up. */
    must_set_up_two_step: z.boolean(),
  }),
});

export const InviteForm = z.object({
  email: Email,
  name: required("Please enter a name"),
  role: z.enum(staffRoles).default("operations"),
});

export const inviteStaff = endpoint({
  method: "POST",
  path: "/api/back-office/staff",
  for: "staff",
  area: "staff",
  summary: "Make a member of staff: they get an e-mail to create their password.",
  body: InviteForm,
  output: z.object({ id: Whole }),
  status: 201,
});

export const mailStates = ["failed", "waiting"] as const;

/** An e-mail that has not been sent, without its text, which may contain a link that signs its reader in. */
const UnsentMail = z.object({
  id: z.number(),
  state: z.enum(mailStates),
  to: z.string(),
  subject: z.string(),
  created_at: z.string(),
  attempts: z.number(),
  /** The error of the last attempt, as the mail server reported it; null before the first. */
  reason: z.string().nullable(),
  /** When sending was given up; null while it is queued. */
  failed_at: z.string().nullable(),
  /** When the next attempt is due; null once sending was given up. */
  next_attempt_at: z.string().nullable(),
  allowed_actions: z.array(z.enum(["retry"])),
});

export const listUnsentMails = endpoint({
  method: "GET",
  path: "/api/back-office/mails",
  for: "staff",
  area: "health",
  summary: "E-mails that were refused or given up, or that still wait, newest first.",
  query: z.object({ state: z.enum(mailStates).default("failed"), page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(UnsentMail), pagination: Pagination }),
});

export const retryMail = endpoint({
  method: "POST",
  path: "/api/back-office/mails/{id}/retry",
  for: "staff",
  area: "health",
  summary: "Send a refused or given up e-mail again.",
  params: z.object({ id: Id }),
  output: UnsentMail,
});
