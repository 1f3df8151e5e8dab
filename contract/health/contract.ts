import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LongId, Moment, Page, Pagination, Whole } from "../fields.ts";

// The machine as its owner sees it: what waits, what has failed and why, and what can be sent again.

/** What waits its turn, and what was given up. */
const Queue = z.object({
  waiting: Whole,
  failed: Whole,
  /** Since when the oldest has waited; null when nothing waits. */
  waiting_since: Moment.nullable(),
});
export type Queue = z.output<typeof Queue>;

const JobRun = z.object({
  name: z.string(),
  every_seconds: z.number(),
  /** Null until its first run was recorded: a run is recorded at most once a minute, and at once when it fails. */
  last_run_at: Moment.nullable(),
  took_ms: Whole.nullable(),
  /** Since when every run has failed, and the error of the last one; null when the last one succeeded. */
  failing_since: Moment.nullable(),
  failure: z.string().nullable(),
});

/** Row G-70. */
export const readHealth = endpoint({
  method: "GET",
  path: "/api/back-office/health",
  for: "staff",
  area: "health",
  summary:
    "Queues, scheduled work, version, migrations, the last backup and reconciliation, with what needs somebody's attention.",
  output: z.object({
    /** A sentence for each thing that needs attention; empty when all is well. */
    concerns: z.array(z.string()),
    mails: Queue,
    deliveries: Queue,
    webhooks: Queue,
    /** Addresses that take no mail. */
    addresses_refused: Whole,
    jobs: z.array(JobRun),
    version: z.string(),
    node: z.string(),
    started_at: Moment,
    database: z.enum(["embedded", "postgresql"]),
    /** The newest migration that has run, and when it was written. */
    migration: z.object({ name: z.string(), made_at: Moment }),
    other_processes: Whole,
    /** Whether the virus scanner answers now; null when none is set. */
    scanner: z.enum(["answers", "silent"]).nullable(),
    /** Null before the first. */
    backup: z.object({ made_at: Moment, rows: Whole, files: Whole }).nullable(),
    /** The last comparison of our money with the card provider's; `failure` when it could not be asked. Null before it. */
    reconciliation: z.object({ at: Moment, differences: Whole, failure: z.string().nullable() }).nullable(),
  }),
});

export const deliveryStates = ["failed", "waiting"] as const;

/** An event whose handlers have not all succeeded: its notifications and e-mails may be missing. */
const Delivery = z.object({
  id: Whole,
  state: z.enum(deliveryStates),
  kind: z.string(),
  subject: z.string(),
  subject_id: Whole,
  created_at: Moment,
  attempts: Whole,
  /** The error's name and place; null before the first attempt. */
  reason: z.string().nullable(),
  failed_at: Moment.nullable(),
  allowed_actions: z.array(z.enum(["retry"])),
});

export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/back-office/deliveries",
  for: "staff",
  area: "health",
  summary: "Events that were given up, or that still wait for delivery, newest first.",
  query: z.object({ state: z.enum(deliveryStates).default("failed"), page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Delivery), pagination: Pagination }),
});

/** Row G-71. */
export const retryDelivery = endpoint({
  method: "POST",
  path: "/api/back-office/deliveries/{id}/retry",
  for: "staff",
  area: "health",
  summary: "Deliver an event again that was given up. What has reached its reader already is not sent twice.",
  params: z.object({ id: LongId }),
  output: Delivery,
});

/** A message of the card provider that was received and could not be handled yet. */
const Webhook = z.object({
  /** The provider's own. */
  id: z.string(),
  type: z.string(),
  received_at: Moment,
  attempts: Whole,
  reason: z.string().nullable(),
  allowed_actions: z.array(z.enum(["retry"])),
});

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/back-office/webhooks",
  for: "staff",
  area: "health",
  summary: "The card provider's messages that were received and not handled, newest first.",
  query: z.object({ page: Page }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Webhook), pagination: Pagination }),
});

/** Row G-71. */
export const retryWebhook = endpoint({
  method: "POST",
  path: "/api/back-office/webhooks/{id}/retry",
  resumes: true,
  for: "staff",
  area: "health",
  summary: "Read a message of the card provider again, from the provider, and handle it.",
  params: z.object({ id: z.string().regex(/^[\w-]{1,255}$/) }),
  output: Webhook,
});
