import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of payout accounts. */
export const payoutEvents = eventKinds("member", {
  "payouts.ready": {},
  "payouts.incomplete": {},
  "payouts.paused": {},
  "payouts.disconnected": {},
});

export type PayoutEventKind = keyof typeof payoutEvents;
