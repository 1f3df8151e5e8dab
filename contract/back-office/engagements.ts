import { z } from "zod";
import { statuses } from "../engagements/rules.ts";
import { CalendarDay, Moment, Whole } from "../fields.ts";
import { choice, deskList, deskSums } from "../lists.ts";

// The engagements of all members as staff see them: whose, in which status, what was agreed and what was invoiced of it.

/** Words of the engagement, of the advisor or of the customer; days on which it was first proposed, in London. */
const list = {
  path: "/api/back-office/engagements",
  for: "staff",
  area: "engagements",
  choices: { status: choice(statuses) },
} as const;

const who = z.object({ id: Whole, name: z.string() });

const ListedEngagement = z.object({
  id: Whole,
  name: z.string(),
  status: z.enum(statuses),
  customer: who.extend({ company_name: z.string().nullable() }),
  advisor: who,
  start_date: CalendarDay,
  end_date: CalendarDay,
  created_at: Moment,
  /** Pounds: what was agreed or proposed, and what sent invoices name of it. */
  total: z.number(),
  invoiced: z.number(),
  /** The newest five that were sent. */
  invoices: z.array(z.object({ id: Whole, number: z.string() })),
  invoices_count: Whole,
});
export type ListedEngagement = z.infer<typeof ListedEngagement>;

/** Row G-50. */
export const listAllEngagements = deskList(
  list,
  "All engagements, proposed last first; words are looked for by their beginnings in the title, or in the name and company of a party.",
  ListedEngagement,
);

export const sumAllEngagements = deskSums(
  list,
  "How many engagements satisfy the filters and what they come to. Without a first day those proposed in the last 366 days.",
  {
    /** Pounds; `waiting` are proposals without an answer, and `agreed` what was accepted, runs or is completed. */
    total: z.number(),
    waiting: z.number(),
    agreed: z.number(),
  },
);
