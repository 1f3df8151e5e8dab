import { z } from "zod";
import { Month, Period } from "../earnings/contract.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Whole } from "../fields.ts";

// Pounds. `advisors` is what was paid less what was given back, `total` that and the membership.
const sums = {
  paid: z.number(),
  given_back: z.number(),
  advisors: z.number(),
  membership: z.number(),
  total: z.number(),
};
const share = { invoices: Whole, paid: z.number(), given_back: z.number(), advisors: z.number() };

export const Spending = z.object({
  /** Of the months shown, as everything below. */
  shown: z.object(sums),
  /** What is to be paid now, and the first day that is due. */
  to_pay: z.object({ count: Whole, amount: z.number(), due: CalendarDay.nullable() }),
  /** Twelve months, oldest first; by the day on which something was paid or given back. */
  months: z.array(z.object({ month: Month, ...sums })),
  /** The fifty with the most spending, and how many there are. */
  by_advisor: z.array(z.object({ id: Whole, name: z.string(), ...share })),
  advisors_count: Whole,
  by_engagement: z.array(z.object({ id: Whole, name: z.string(), advisor: z.string(), ...share })),
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
  output: Spending,
});

export const spendingCsv = endpoint({
  method: "GET",
  path: "/api/spending/statement.csv",
  for: "customer",
  summary:
    "What I have spent in a period as CSV in UTF-8: a line for each payment, for each given back, for each bill of the membership.",
  query: Period,
  output: z.unknown(),
  type: "text/csv",
  limit: 60,
});
