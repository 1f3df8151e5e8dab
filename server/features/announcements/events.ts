import { audienceRoles, audienceStates } from "@plumbline/contract/announcements/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

export const announcementEvents = eventKinds("announcement", {
  "announcement.written": { title: z.string(), role: z.enum(audienceRoles), state: z.enum(audienceStates) },
  "announcement.stopped": { title: z.string() },
  /** The members after one are to get it: so many, and the next event names the last of them. */
  "announcement.batch": { after: z.number() },
});
