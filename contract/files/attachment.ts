import { z } from "zod";
import { Whole } from "../fields.ts";

/** A file of a message or an engagement: `file` is a short-lived URL, the others are our addition (decision 31). */
export const Attachment = z.object({
  id: Whole,
  file: z.string(),
  file_name: z.string(),
  /** In bytes. */
  file_size: Whole,
  content_type: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;
