import { z } from "zod";
import { Month, Period } from "../earnings/contract.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Id, Whole, wholeNumber } from "../fields.ts";
import { longestList } from "./rules.ts";

// Pounds. `advisors` is what was paid less what was given back, `total` that and the membership.
const sums = {
  paid: z.number(),
  given_back: z.number(),
  advisors: z.number(),
  membership: z.number(),
  total: z.number(),
};
const share = { invoices: Whole, paid: z.number(), given_back: z.number(), advisors: z.number() };

const AdvisorShare = z.object({ id: Whole, name: z.string(), ...share });
const EngagementShare = AdvisorShare.extend({ advisor: z.string() });

export const Spending = z.object({
  /** Of the months shown, as everything below. */
  shown: z.object(sums),
  /** What is to be paid now, and the first day that is due. */
  to_pay: z.object({ count: Whole, amount: z.number(), due: CalendarDay.nullable() }),
  /** Twelve months, oldest first; by the day on which something was paid or given back. */
  months: z.array(z.object({ month: Month, ...sums })),
  /** The fifty with the most spending, and how many there are. */
  by_advisor: z.array(AdvisorShare),
  advisors_count: Whole,
  by_engagement: z.array(EngagementShare),
  engagements_count: Whole,
});
export type Spending = z.infer<typeof Spending>;

export const readSpending = endpoint({
  method: "GET",
  path: "/api/spending",
  for: "customer",
  summary:
    "What I have spent in the twelve months that end with `until`: by month, by advisor and by engagement, less what was given back.",
  query: z.object({ until: Month.optional() }),
  mayBeStale: true,
  output: Spending,
});

const further = {
  method: "GET",
  for: "customer",
  query: z.object({
    until: Month.optional(),
    /** The id of the last one so far. */
    after: Id.optional(),
    limit: wholeNumber(`must be 1 to ${longestList}`, { max: longestList }).default(longestList),
  }),
} as const;

export const spendingByAdvisor = endpoint({
  ...further,
  path: "/api/spending/advisors",
  summary: "The advisors of the same twelve months, those with the most spending first; further ones with after={id}.",
  mayBeStale: true,
  output: z.object({ entries: z.array(AdvisorShare), more: z.boolean() }),
});

export const spendingByEngagement = endpoint({
  ...further,
  path: "/api/spending/engagements",
  summary:
    "The engagements of the same twelve months, those with the most spending first; further ones with after={id}.",
  mayBeStale: true,
  output: z.object({ entries: z.array(EngagementShare), more: z.boolean() }),
});

export const spendingCsv = endpoint({
  method: "GET",
  path: "/api/spending/statement.csv",
  for: "customer",
  summary:
    "What I have spent in a period as CSV in UTF-8: a line for each payment, for each given back, for each bill of the membership.",
  query: Period,
  mayBeStale: true,
  output: z.unknown(),
  type: "text/csv",
  limit: 60,
});
