import { AnnouncementForm as AnnouncementBody } from "@plumbline/contract/announcements/contract.ts";
import { announcementTexts } from "@plumbline/contract/announcements/rules.ts";
import { z } from "zod";

// The schema of this feature's form, fetched once its page is drawn (ADR-027).

/** As it is typed: the moment in the reader's own time, or nothing for now. */
export const AnnouncementForm = AnnouncementBody.extend({
  send_at: z
    .string()
    .refine((typed) => typed === "" || new Date(typed).getTime() > Date.now(), announcementTexts.past)
    .transform((typed) => (typed === "" ? null : new Date(typed).toISOString())),
});
