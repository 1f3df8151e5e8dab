import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of searches. */
export const matchingEvents = {
  ...eventKinds("member", { "search.preference_saved": {} }),
  ...eventKinds("advisor_request", { "search.requested": {} }),
};
