import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, Whole, wholeNumber } from "../fields.ts";
import { emptyAsMissing } from "../lists.ts";

/** What is compared with the card provider. */
const comparedKinds = ["charge", "fee", "transfer", "refund", "membership", "payout"] as const;
export type ComparedKind = (typeof comparedKinds)[number];

export const comparedLabels: Record<ComparedKind, string> = {
  charge: "Invoices charged",
  fee: "Our fees",
  transfer: "To advisors",
  refund: "Given back",
  membership: "Memberships",
  payout: "Payouts to banks",
};

/** Pounds; null where one side has no record of it. */
const sides = { ours: z.number().nullable(), theirs: z.number().nullable() };

export const Reconciliation = z.object({
  id: Whole,
  at: Moment,
  /** The first moment whose movements were compared. */
  since: Moment,
  /** Who pressed the button; null for the daily run. */
  by: z.string().nullable(),
  /** Null when the provider could not be asked. */
  exact: z.boolean().nullable(),
  failure: z.string().nullable(),
  compared: z.array(z.object({ kind: z.enum(comparedKinds), count: Whole, ours: z.number(), theirs: z.number() })),
  difference_count: Whole,
  /** At most 100. */
  differences: z.array(
    z.object({
      kind: z.enum(comparedKinds),
      provider_id: z.string(),
      invoice_id: Whole.nullable(),
      what: z.string(),
      ...sides,
    }),
  ),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Row G-47. */
export const listReconciliations = endpoint({
  method: "GET",
  path: "/api/back-office/reconciliations",
  for: "staff",
  area: "money",
  summary:
    "Comparisons of our money with the card provider's, newest first. `before` is the id of the last one that is known.",
  query: z.object({ before: emptyAsMissing(Id.optional()) }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Reconciliation), more: z.boolean() }),
});

const longestComparison = 90;

/** Row G-48. */
export const reconcile = endpoint({
  method: "POST",
  path: "/api/back-office/reconciliations",
  for: "staff",
  area: "money",
  inSteps: true,
  summary: "Compare now what moved in the last `days` (7 unless given) with the card provider, to the penny.",
  body: z.strictObject({
    days: wholeNumber(`must be a number of days from 1 to ${longestComparison}`, { max: longestComparison }).default(7),
  }),
  output: Reconciliation,
  status: 201,
});
