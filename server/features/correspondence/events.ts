import { eventKinds } from "../../outbox/event-kinds.ts";

/** What staff did with a conversation. */
export const correspondenceEvents = eventKinds("thread", {
  "thread.answered": {},
  /** By e-mail, from the other side. */
  "thread.replied": {},
  "thread.closed": {},
  "thread.reopened": {},
  "thread.assigned": {},
  "thread.released": {},
});
