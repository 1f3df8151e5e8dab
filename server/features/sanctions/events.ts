import {
  appealOutcomes,
  grounds,
  sanctionEnds,
  sanctionKinds,
  standings,
} from "@plumbline/contract/sanctions/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

const change = { before: z.enum(standings), after: z.enum(standings) };
const sanctionId = z.number();

/** The events of decisions about members; the subject is the member. */
export const sanctionEvents = eventKinds("member", {
  "sanction.imposed": {
    sanctionId,
    kind: z.enum(sanctionKinds),
    grounds: z.enum(grounds),
    reason: z.string(),
    until: z.string().nullable(),
    ...change,
  },
  "sanction.ended": {
    sanctionId,
    kind: z.enum(sanctionKinds),
    end: z.enum(sanctionEnds),
    reason: z.string(),
    ...change,
  },
  "appeal.made": { sanctionId, appealId: z.number() },
  "appeal.decided": {
    sanctionId,
    appealId: z.number(),
    imposedBy: z.number(),
    outcome: z.enum(appealOutcomes),
    answer: z.string(),
    until: z.string().nullable(),
    ...change,
  },
});

export type SanctionEventKind = keyof typeof sanctionEvents;
