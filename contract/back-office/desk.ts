import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Moment, Whole } from "../fields.ts";

/** One thing that waits for staff, and the page of the back office that it is worked on. */
const Waiting = z.object({
  key: z.string(),
  who: z.string(),
  company: z.string().nullable(),
  what: z.string(),
  to: z.string(),
  since: Moment,
  overdue: z.boolean(),
  with: z.object({ id: Whole, name: z.string() }).nullable(),
});
export type WaitingThing = z.output<typeof Waiting>;

/** Row G-31. */
export const readDesk = endpoint({
  method: "GET",
  path: "/api/back-office/desk",
  for: "staff",
  area: "desk",
  summary:
    "What waits for staff, the oldest of each kind, this month's figures and how its applicants have come along.",
  mayBeStale: true,
  output: z.object({
    /** How many wait of each kind, and how many of them longer than promised; only kinds that the caller may read. */
    kinds: z.array(z.object({ name: z.string(), to: z.string(), count: Whole, overdue: Whole })),
    waiting: z.array(Waiting),
    figures: z.object({
      paying: Whole,
      /** In pounds, since the first day of the month. */
      paid: z.number(),
      commission: z.number(),
      membership: z.number(),
      in_arrears: Whole,
      /** In days, of the last 30 days' decisions; null when there were none. */
      median_days: z.number().nullable(),
      promised_days: Whole,
    }),
    /** Of those who applied this month: how many have come to each step. */
    way_in: z.array(z.object({ name: z.string(), count: Whole })),
  }),
});
export type Desk = z.output<(typeof readDesk)["output"]>;
