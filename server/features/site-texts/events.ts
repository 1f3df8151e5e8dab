import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

const was = z.object({
  title: z.string(),
  characters: z.number(),
  pictures: z.number(),
  pictureless: z.boolean().optional(),
});

/** What staff did with a text of the public pages; `subjectId` is the version, in which its words are kept. */
export const siteTextEvents = eventKinds("site_text", {
  "site_text.changed": { text: z.string(), before: was, after: was },
  /** `of`: the version that was taken again; 0 for what was delivered. */
  "site_text.restored": { text: z.string(), of: z.number(), before: was, after: was },
});
