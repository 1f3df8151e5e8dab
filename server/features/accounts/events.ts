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
  "account.reset_requested": {},
  "account.password_reset": {},
  "account.password_changed": {},
  "account.signed_out_everywhere": {},
  "account.email_change_asked": { to: z.string() },
  "account.staff_made": {},
  "account.staff_link_printed": {},
  "account.staff_invited": {},
});

export type AccountEventKind = keyof typeof accountEvents;
