import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of conversations. */
export const messageEvents = eventKinds("conversation", {
  "conversation.started": { receiverId: z.number() },
  "conversation.unread": { receiverId: z.number(), writerId: z.number() },
});
