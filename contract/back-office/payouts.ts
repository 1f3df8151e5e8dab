import { z } from "zod";
import { payoutStatuses } from "../earnings/rules.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Id, Moment, Whole } from "../fields.ts";
import { choice, emptyAsMissing, listFilters } from "../lists.ts";

// The payouts of all advisors to their banks, as the card provider last told.

const path = "/api/back-office/payouts";
const desk = { for: "staff", area: "money" } as const;
/** Words of the advisor's name and company, or the provider's id; days on which the payout was made, in London. */
const filters = listFilters({ status: choice(payoutStatuses) });

const ListedPayout = z.object({
  id: Whole,
  status: z.enum(payoutStatuses),
  advisor_member: z.object({ id: Whole, name: z.string() }),
  /** Pounds. */
  amount: z.number(),
  created_at: Moment,
  /** The day on which it reaches the bank, or should have. */
  arrives_on: CalendarDay,
  /** Why the bank sent it back, in words; null unless it did. */
  failure: z.string().nullable(),
  /** The later payout that carries the money of one that was sent back, by its day. */
  carried_on: CalendarDay.nullable(),
  /** False for a payout made by hand: the provider does not say what is in it. */
  itemised: z.boolean(),
  /** The newest five of the invoices whose money it carries, and how many there are. */
  invoices: z.array(z.object({ id: Whole, number: z.string() })),
  invoices_count: Whole,
  provider_id: z.string(),
});
export type ListedPayout = z.infer<typeof ListedPayout>;

/** Row G-51. */
export const listAllPayouts = endpoint({
  method: "GET",
  path,
  ...desk,
  summary:
    "Payouts of all advisors, newest first; words are looked for by their beginnings in the advisor's name and company, or are the provider's id. `after` is the id of the last one that is known.",
  query: filters.extend({ after: emptyAsMissing(Id.optional()) }),
  mayBeStale: true,
  output: z.object({ entries: z.array(ListedPayout), more: z.boolean() }),
});

export const sumAllPayouts = endpoint({
  method: "GET",
  path: `${path}/sums`,
  ...desk,
  summary:
    "How many payouts satisfy the filters and what they come to. Without a first day those of the last 366 days.",
  query: filters,
  mayBeStale: true,
  output: z.object({
    from: CalendarDay,
    count: Whole,
    /** Pounds: in the banks, on the way there, and what banks sent back. */
    paid: z.number(),
    under_way: z.number(),
    sent_back: z.number(),
  }),
});
