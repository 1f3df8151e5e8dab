import { z } from "zod";
import { daysBetween } from "../dates.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, day, Id, Moment, Whole } from "../fields.ts";
import { disputeStates } from "../invoices/rules.ts";
import { maxPeriodDays, payoutStatuses, texts } from "./rules.ts";

/** A month in London, "2026-11". */
export const Month = z.string("is not a month").regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, "is not a month");

/** Both days of a period, at most a year. */
export const Period = z
  .object({ from: day(texts.period), to: day(texts.period) })
  .superRefine(({ from, to }, context) => {
    const days = daysBetween(from, to);
    if (days < 0) context.addIssue({ code: "custom", path: ["to"], message: texts.order });
    else if (days >= maxPeriodDays) context.addIssue({ code: "custom", path: ["to"], message: texts.tooLong });
  });

// Pounds; negative where more was given back than was paid.
const amounts = { gross: z.number(), commission: z.number(), yours: z.number() };
const sums = { ...amounts, paid_out: z.number(), on_its_way: z.number() };

export const Earnings = z.object({
  /** When the card provider last told; null until it first has. */
  as_of: Moment.nullable(),
  /** "Stripe pays out every Friday." */
  schedule: z.string(),
  /** What is kept of an invoice that is agreed today, in percent. */
  commission_percent: z.number(),
  /** The payout that is under way, by the day on which it reaches the bank; the earliest of several. */
  arriving: z.object({ on: CalendarDay, amount: z.number() }).nullable(),
  /** The day and the amount of the next payout, as far as they are known; null when nothing waits for one. */
  next_payout: z.object({ on: CalendarDay, amount: z.number() }).nullable(),
  /** Of all time. `yours` is `paid_out` plus `on_its_way`. */
  total: z.object(sums),
  /** Payouts that arrived in this calendar year. */
  paid_out_this_year: z.number(),
  /** The advisor's share of what was invoiced and not paid yet, with the first day that is due. */
  unpaid: z.object({ count: Whole, yours: z.number(), due: CalendarDay.nullable() }),
  /** The advisor's share of what was agreed in running engagements and is not invoiced yet. */
  to_invoice: z.object({ count: Whole, yours: z.number() }),
  /** Payments that a customer disputes with their bank, undecided. */
  disputed: z.object({ count: Whole, yours: z.number() }),
  /** The first month in which a customer paid; null until one has. */
  since: Month.nullable(),
  /** Twelve months, oldest first; by the day on which the customer paid or was given back. */
  months: z.array(z.object({ month: Month, ...sums })),
});
export type Earnings = z.infer<typeof Earnings>;

/** What of an invoice is in a payout, or on a statement. */
const part = {
  invoice: z.object({ id: Whole, number: z.string(), project: z.string(), customer: z.string() }),
  /** The day on which the customer paid, or was given back. */
  date: CalendarDay,
  kind: z.enum(["payment", "given_back", "commission_back"]),
  ...amounts,
};

export const Payout = z.object({
  id: Whole,
  status: z.enum(payoutStatuses),
  created_at: Moment,
  /** The day on which it reaches the bank, or should have. */
  arrives_on: CalendarDay,
  /** Pounds: what reaches the bank. `yours` is the part from invoices here, `other` what else it carries. */
  amount: z.number(),
  ...amounts,
  other: z.number(),
  /** Why the bank sent it back, in words; null unless it did. */
  failure: z.string().nullable(),
  /** The later payout that carries the money of one that was sent back, by its day. */
  carried_on: CalendarDay.nullable(),
  /** False for a payout made by hand: the provider does not say what is in it. */
  itemised: z.boolean(),
  /** The first hundred, oldest first; `parts_count` counts all. */
  parts: z.array(z.object({ ...part, dispute: z.enum(disputeStates).nullable() })),
  parts_count: Whole,
});
export type Payout = z.infer<typeof Payout>;

export const readEarnings = endpoint({
  method: "GET",
  path: "/api/earnings",
  for: "advisor",
  summary:
    "What I have earned after commission, what of it is paid out and on its way, and by month: twelve that end with `until`.",
  query: z.object({ until: Month.optional() }),
  mayBeStale: true,
  output: Earnings,
});

export const listPayouts = endpoint({
  method: "GET",
  path: "/api/earnings/payouts",
  for: "advisor",
  summary:
    "Payouts to my bank with the invoices in each, the newest first, ten at a time; older ones with before={id}.",
  query: z.object({ before: Id.optional() }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Payout), more: z.boolean() }),
});

export const earningsCsv = endpoint({
  method: "GET",
  path: "/api/earnings/statement.csv",
  for: "advisor",
  summary:
    "A statement of my earnings in a period, as CSV in UTF-8: a line for each payment and for each that was given back.",
  query: Period,
  mayBeStale: true,
  output: z.unknown(),
  type: "text/csv",
  limit: 60,
});

export const earningsPdf = endpoint({
  method: "GET",
  path: "/api/earnings/statement.pdf",
  for: "advisor",
  summary: "The same statement as a PDF, with its sums.",
  query: Period,
  mayBeStale: true,
  output: z.unknown(),
  type: "application/pdf",
  limit: 60,
});
