import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of payouts to an advisor's bank. */
export const earningEvents = eventKinds("member", {
  "earnings.payout_failed": { payout: z.string(), amountPence: z.number(), failure: z.string().nullable() },
});

export type EarningEventKind = keyof typeof earningEvents;
