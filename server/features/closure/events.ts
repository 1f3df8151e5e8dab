import { accountStates } from "@plumbline/contract/product.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

const state = z.object({ state: z.enum(accountStates) });
const change = { before: state, after: state };

/** The events of closed accounts; the subject is the member. */
export const closureEvents = eventKinds("member", {
  /** The reason is that of staff; a member's own words are kept with the closure, because they are erased. */
  "account.closed": { reason: z.string().nullable(), erase_on: z.string(), ...change },
  "account.reopened": { reason: z.string(), ...change },
  "account.erased": {},
});

export type ClosureEventKind = keyof typeof closureEvents;
