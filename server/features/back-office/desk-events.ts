import { checkKinds, checkResults } from "@plumbline/contract/back-office/queue-rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** What staff do about members and applications, besides deciding (accounts/events.ts). */
export const deskEvents = eventKinds("member", {
  "member.noted": { note: z.number() },
  /** `before`: the note's words until now. */
  "member.note_edited": { note: z.number(), before: z.string() },
  /** `to`: who works on it from now on; null when it was put back. */
  "application.assigned": { from: z.number().nullable(), to: z.number().nullable() },
  "application.asked": { question: z.string() },
  "application.answered": { answer: z.string() },
  "application.checked": { check: z.enum(checkKinds), result: z.enum(checkResults), note: z.string().nullable() },
  "application.reference_asked": { reference: z.number(), name: z.string(), email: z.string() },
  "application.reference_given": { reference: z.number(), name: z.string() },
  /** The days within which applications are decided. */
  "application.promise_changed": { before: z.number(), after: z.number() },
  /** `decision`, `reason`: what was undone. */
  "application.undone": {
    decision: z.enum(["approved", "rejected"]),
    decisionReason: z.string().nullable(),
    reason: z.string(),
  },
});
