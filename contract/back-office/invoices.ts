import { z } from "zod";
import { CalendarDay, Moment, Whole } from "../fields.ts";
import { disputeStates, wireStatuses } from "../invoices/rules.ts";
import { choice, deskList, deskSums } from "../lists.ts";

// The invoices of all advisors as staff see them. Drafts are their advisors' alone.

/** What can be chosen: there are no drafts here. */
export const sentStatuses = wireStatuses.filter((status) => status !== "draft");
/**
 * Words of the engagement, of the advisor or of the customer, or an invoice's number; days of issue. `dispute` leaves those
 * whose payment is disputed and undecided.
 */
const list = {
  path: "/api/back-office/invoices",
  for: "staff",
  area: "money",
  choices: { status: choice(sentStatuses), dispute: choice(["open"]) },
} as const;

const who = z.object({ id: Whole, name: z.string() });

const ListedInvoice = z.object({
  id: Whole,
  /** Unique among its advisor's only. */
  number: z.string(),
  status: z.enum(wireStatuses),
  advisor: who,
  customer: who.extend({ company_name: z.string().nullable() }),
  project: z.object({ id: Whole, name: z.string() }),
  date: CalendarDay,
  due_date: CalendarDay.nullable(),
  /** Pounds; `refunded` is what was given back of the total. */
  total: z.number(),
  refunded: z.number(),
  dispute: z.object({ id: Whole, state: z.enum(disputeStates), respond_by: Moment.nullable() }).nullable(),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/** Row G-57. */
export const listAllInvoices = deskList(
  list,
  "All sent invoices, issued last first; words are looked for by their beginnings in the engagement's title, or in the name and company of a party, and INV-0041 is looked for as a number.",
  ListedInvoice,
);

export const sumAllInvoices = deskSums(
  list,
  "How many sent invoices satisfy the filters and what they come to. Without a first day those issued in the last 366 days.",
  {
    /** Pounds; the others add up to `total`. `paid` is less what was given back, which is `refunded`. */
    total: z.number(),
    paid: z.number(),
    unpaid: z.number(),
    refunded: z.number(),
    withdrawn: z.number(),
  },
);
