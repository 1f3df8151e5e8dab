import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, required, Whole } from "../fields.ts";
import { staffRoles } from "./staff-roles.ts";
import { teamActions, teamStates, teamTexts } from "./team-rules.ts";

const Colleague = z.object({
  id: Whole,
  name: z.string(),
  email: z.string(),
  /** Null for somebody who was removed. */
  role: z.enum(staffRoles).nullable(),
  state: z.enum(teamStates),
  since: Moment,
  /** When they last signed in, as far as one of their sessions is left. */
  last_signed_in: Moment.nullable(),
  sessions: Whole,
  two_step: z.boolean(),
  me: z.boolean(),
  /** What the caller may do; empty for all but owners. */
  allowed_actions: z.array(z.enum(teamActions)),
});
export type Colleague = z.infer<typeof Colleague>;

const team = { for: "staff", area: "staff" } as const;
const params = z.object({ id: Id });
const reason = required(teamTexts.ofTheTeam, 2000);

export const listTeam = endpoint({
  method: "GET",
  path: "/api/back-office/staff",
  ...team,
  exported: true,
  summary: "Everybody who is or was staff, with role, state and sessions.",
  output: z.object({ entries: z.array(Colleague) }),
});

export const changeStaffRole = endpoint({
  method: "PATCH",
  path: "/api/back-office/staff/{id}/role",
  ...team,
  summary: "Give a member of staff another role, with the reason. It counts within a second; the last owner stays one.",
  params,
  body: z.strictObject({ role: z.enum(staffRoles, "Please choose a role"), reason }),
  output: Colleague,
});

export const sendStaffLink = endpoint({
  method: "POST",
  path: "/api/back-office/staff/{id}/link",
  ...team,
  summary: "Send a member of staff a new link to create or reset their password.",
  params,
  output: Colleague,
});

export const removeStaff = endpoint({
  method: "PATCH",
  path: "/api/back-office/staff/{id}/remove",
  ...team,
  summary: "Remove a member of staff, with the reason: their sessions end at once, their name stays in what they did.",
  params,
  body: z.strictObject({ reason }),
  output: Colleague,
});

export const resetTwoStep = endpoint({
  method: "PATCH",
  path: "/api/back-office/staff/{id}/two_step/reset",
  ...team,
  summary: "Turn off the second step of a colleague whose phone is lost, with the reason: all their sessions end.",
  params,
  body: z.strictObject({ reason }),
  output: Colleague,
});

export const listStaffSessions = endpoint({
  method: "GET",
  path: "/api/back-office/staff/{id}/sessions",
  ...team,
  summary: "Where a member of staff is signed in.",
  params,
  output: z.object({
    entries: z.array(z.object({ id: Whole, user_agent: z.string().nullable(), created_at: Moment })),
  }),
});

export const endStaffSessions = endpoint({
  method: "DELETE",
  path: "/api/back-office/staff/{id}/sessions",
  ...team,
  summary: "Sign a member of staff out everywhere.",
  params,
  output: z.undefined(),
  status: 204,
});

export const endStaffSession = endpoint({
  method: "DELETE",
  path: "/api/back-office/staff/sessions/{id}",
  ...team,
  summary: "End one session of a member of staff.",
  params,
  output: z.undefined(),
  status: 204,
});
