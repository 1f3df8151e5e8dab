import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of profiles. */
export const profileEvents = eventKinds("member", {
  "profile.saved": { fields: z.array(z.string()) },
  "profile.completed": {},
  "profile.photo_changed": {},
  "profile.email_changed": { from: z.string(), to: z.string() },
});
