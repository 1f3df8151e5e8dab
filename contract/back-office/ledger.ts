import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Id, Moment, Whole } from "../fields.ts";
import { choice, emptyAsMissing, listFilters } from "../lists.ts";

/** What moves money, as the ledger lists it. */
export const ledgerKinds = [
  "payment",
  "refund",
  "refund_returned",
  "membership",
  "membership_refund",
  "dispute",
  "dispute_won",
  "payout",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerKindLabels: Record<LedgerKind, string> = {
  payment: "Invoice paid",
  refund: "Refund",
  refund_returned: "Refund sent back",
  membership: "Membership",
  membership_refund: "Membership refunded",
  dispute: "Taken by a dispute",
  dispute_won: "Dispute won",
  payout: "Payout",
};

const who = z.object({ id: Whole, name: z.string() }).nullable();

/** Pounds. Gross is what payers paid less what they got back; our part and the advisor's add up to it. */
const amounts = {
  gross: z.number(),
  ours: z.number(),
  advisor: z.number(),
  /** What left an advisor's balance for their bank; no part of the gross. */
  paid_out: z.number(),
};

export const LedgerEntry = z.object({
  /** Unique within the ledger; the key by which it is paged. */
  key: z.string(),
  kind: z.enum(ledgerKinds),
  at: Moment,
  customer: who,
  advisor_member: who,
  invoice: z.object({ id: Whole, number: z.string() }).nullable(),
  ...amounts,
  provider_id: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

const ledger = {
  path: "/api/back-office/ledger",
  for: "staff",
  area: "money",
  /** Words of names, companies, numbers and the provider's ids; days on which it moved, in London. */
  filters: listFilters({
    kind: choice(ledgerKinds),
    /** One member's: what they paid, or were paid. */
    member: emptyAsMissing(Id.optional()),
  }),
} as const;

const Key = z
  .string()
  .max(80)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z,[a-z_]+,[\w-]+$/, "is not a key");

/** Row G-45. */
export const readLedger = endpoint({
  method: "GET",
  path: ledger.path,
  for: ledger.for,
  area: ledger.area,
  summary:
    "All that moved money, newest first: invoices and memberships paid, refunds, disputes, payouts. `before` is the key of the last entry that is known.",
  query: ledger.filters.extend({ before: emptyAsMissing(Key.optional()) }),
  mayBeStale: true,
  output: z.object({ entries: z.array(LedgerEntry), more: z.boolean() }),
});

export const ledgerGroups = ["day", "month", "member"] as const;

/** Row G-46. */
export const sumLedger = endpoint({
  method: "GET",
  path: "/api/back-office/ledger/sums",
  for: ledger.for,
  area: ledger.area,
  summary:
    "What the movements that satisfy the filters come to, by day, month or member. Without a first day those of the last 366 days; at most 400 groups.",
  query: ledger.filters.extend({ by: z.enum(ledgerGroups).default("month") }),
  mayBeStale: true,
  output: z.object({
    from: CalendarDay,
    total: z.object({ count: Whole, ...amounts }),
    groups: z.array(
      z.object({
        /** A day, a month as 2026-11, or a member's id. */
        key: z.string(),
        name: z.string(),
        count: Whole,
        ...amounts,
      }),
    ),
  }),
});
export type LedgerSums = z.infer<typeof sumLedger.output>;
