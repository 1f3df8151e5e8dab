import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { statuses } from "../engagements/rules.ts";
import { CalendarDay, Id, Moment, Whole } from "../fields.ts";
import { choice, emptyAsMissing, listFilters } from "../lists.ts";

// The engagements of all members as staff see them: whose, in which status, what was agreed and what was invoiced of it.

const path = "/api/back-office/engagements";
const desk = { for: "staff", area: "engagements" } as const;
/** Words of the engagement, of the advisor or of the customer; days on which it was first proposed, in London. */
const filters = listFilters({ status: choice(statuses) });

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
export const listAllEngagements = endpoint({
  method: "GET",
  path,
  ...desk,
  summary:
    "All engagements, proposed last first; words are looked for by their beginnings in the title, or in the name and company of a party. `after` is the id of the last one that is known.",
  query: filters.extend({ after: emptyAsMissing(Id.optional()) }),
  mayBeStale: true,
  output: z.object({ entries: z.array(ListedEngagement), more: z.boolean() }),
});

export const sumAllEngagements = endpoint({
  method: "GET",
  path: `${path}/sums`,
  ...desk,
  summary:
    "How many engagements satisfy the filters and what they come to. Without a first day those proposed in the last 366 days.",
  query: filters,
  mayBeStale: true,
  output: z.object({
    from: CalendarDay,
    count: Whole,
    /** Pounds; `waiting` are proposals without an answer, and `agreed` what was accepted, runs or is completed. */
    total: z.number(),
    waiting: z.number(),
    agreed: z.number(),
  }),
});
