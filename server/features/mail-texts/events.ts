import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

const wording = z.object({ subject: z.string(), body: z.string() });

/** What staff did with the wording of an e-mail; `subjectId` is the version. */
export const mailTextEvents = eventKinds("mail_text", {
  "mail_text.changed": { mail: z.string(), before: wording, after: wording },
});
