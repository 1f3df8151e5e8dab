import { z } from "zod";
import { payoutStatuses } from "../earnings/rules.ts";
import { CalendarDay, Moment, Whole } from "../fields.ts";
import { choice, deskList, deskSums } from "../lists.ts";

// The payouts of all advisors to their banks, as the card provider last told.

/** Words of the advisor's name and company, or the provider's id; days on which the payout was made, in London. */
const list = {
  path: "/api/back-office/payouts",
  for: "staff",
  area: "money",
  choices: { status: choice(payoutStatuses) },
} as const;

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
export const listAllPayouts = deskList(
  list,
  "Payouts of all advisors, newest first; words are looked for by their beginnings in the advisor's name and company, or are the provider's id.",
  ListedPayout,
);

export const sumAllPayouts = deskSums(
  list,
  "How many payouts satisfy the filters and what they come to. Without a first day those of the last 366 days.",
  {
    /** Pounds: in the banks, on the way there, and what banks sent back. */
    paid: z.number(),
    under_way: z.number(),
    sent_back: z.number(),
  },
);
