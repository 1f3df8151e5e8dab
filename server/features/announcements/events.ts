import { audienceRoles, audienceStates } from "@plumbline/contract/announcements/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

export const announcementEvents = eventKinds("announcement", {
  "announcement.written": { title: z.string(), role: z.enum(audienceRoles), state: z.enum(audienceStates) },
  "announcement.stopped": { title: z.string() },
  /** The next members after `after` get it; the event for the batch after this one names the last of them (ADR-038). */
  "announcement.batch": { after: z.number() },
});
