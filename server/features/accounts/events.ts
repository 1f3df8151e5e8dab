import { staffRoles } from "@plumbline/contract/back-office/staff-roles.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of accounts. */
export const accountEvents = eventKinds("member", {
  "account.applied": {},
  "account.applied_again": {},
  /** `counted`: the e-mail was already counted against its rate limit. */
  "account.verification_asked": { counted: z.literal(true).optional() },
  /** `approved`: a decision was made before, so that the account may be opened now. */
  "account.verified": { approved: z.boolean().default(true) },
  /** `verified`: the address was verified before; null in rows of older versions. */
  "account.approved": { reason: z.string().nullable(), verified: z.boolean().nullable().default(null) },
  "account.rejected": { reason: z.string().nullable(), verified: z.boolean().nullable().default(null) },
  /** The first password was created: the member can sign in from now on. */
  "account.opened": {},
  "account.signed_in": {},
  "account.reset_requested": {},
  "account.password_reset": {},
  "account.password_changed": {},
  "account.signed_out_everywhere": {},
  "account.other_sessions_ended": {},
  /** Staff have signed the member out: of one session, whose browser it names, or of all. */
  "account.sessions_ended": {
    reason: z.string(),
    all: z.boolean(),
    browser: z.string().nullable(),
    before: z.object({ sessions: z.number() }),
    after: z.object({ sessions: z.number() }),
  },
  "account.email_change_asked": { to: z.string() },
  "account.staff_made": {},
  "account.staff_link_printed": {},
  /** Null in rows of older versions, in which all staff were owners. */
  "account.staff_link_sent": {},
  "account.staff_role_changed": {
    reason: z.string(),
    before: z.object({ role: z.enum(staffRoles) }),
    after: z.object({ role: z.enum(staffRoles) }),
  },
  "account.staff_removed": {
    reason: z.string(),
    before: z.object({ role: z.enum(staffRoles).nullable() }),
    after: z.object({ role: z.null() }),
  },
  "account.staff_sessions_ended": { all: z.boolean() },
  "account.looked_at": { reason: z.string() },
  "account.look_ended": {},
  "account.two_step_on": {},
  "account.two_step_off": {},
  "account.two_step_codes_made": {},
  "account.two_step_code_spent": {},
  "account.two_step_reset": { reason: z.string() },
  "account.two_step_reset_for_member": { reason: z.string() },
  "account.staff_invited": { role: z.enum(staffRoles).nullable().default(null) },
});

export type AccountEventKind = keyof typeof accountEvents;
