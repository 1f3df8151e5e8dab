import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, LongId, Moment, Whole } from "../fields.ts";
import { choice, emptyAsMissing, listFilters } from "../lists.ts";
import { keysOf } from "../records.ts";
import { auditGroups } from "./rules.ts";

const said = {
  /** The position in the chain, without gaps. */
  id: Whole,
  at: Moment,
  kind: z.string(),
  what: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
};

const Somebody = z.object({ id: Whole, name: z.string(), role: z.enum(["customer", "advisor", "staff"]) });

const AuditEntry = z.object({
  ...said,
  /** Null when a job, the card provider or the command line acted. */
  by: Somebody.nullable(),
  /** What it was done to: a member, an invoice and so on, and the member's name. */
  subject: z.object({ type: z.string(), id: Whole, name: z.string().nullable() }),
  facts: z.array(z.object({ field: z.string(), value: z.string() })),
  /** The address and the browser that the call came from. */
  source: z.string().nullable(),
  browser: z.string().nullable(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const groups = keysOf(auditGroups);

const audit = {
  path: "/api/back-office/audit",
  for: "staff",
  area: "audit",
  filters: listFilters({
    /** Who acted, or to whom it was done. */
    person: emptyAsMissing(Id.optional()),
    by: choice(["staff", "members", "system"]),
    about: choice(groups),
  }),
} as const;

export const listAudit = endpoint({
  method: "GET",
  path: audit.path,
  for: audit.for,
  area: audit.area,
  summary:
    "What staff have done and what has happened to accounts, the newest first, fifty at a time; older ones with before={id}. Each entry's hash covers the one before it; `head` is the newest.",
  query: audit.filters.extend({ before: LongId.optional() }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(AuditEntry),
    more: z.boolean(),
    head: z.object({ id: Whole, hash: z.string() }).nullable(),
    /** The person of the filter. */
    person: Somebody.nullable(),
  }),
});

const StaffAct = z.object({
  ...said,
  /** The name of the member of staff. */
  by: z.string(),
});
export type StaffAct = z.infer<typeof StaffAct>;

export const listStaffActs = endpoint({
  method: "GET",
  path: "/api/staff_acts",
  for: "account",
  summary: "What staff have done with my account, the newest first, twenty at a time; older ones with before={id}.",
  query: z.object({ before: LongId.optional() }),
  mayBeStale: true,
  output: z.object({ entries: z.array(StaffAct), more: z.boolean() }),
});
