import { exportFormats } from "@plumbline/contract/exports.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of the back office. */
export const backOfficeEvents = {
  ...eventKinds("mail", { "mail.retried": {} }),
  ...eventKinds("event", { "delivery.retried": {} }),
  /** `id` is the provider's. */
  ...eventKinds("installation", {
    "webhook.retried": { id: z.string() },
    /** Somebody took a list away as a file, by these filters. */
    "list.exported": { list: z.string(), format: z.enum(exportFormats), filters: z.string() },
  }),
};
