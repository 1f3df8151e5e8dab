import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { listDeliveries, listWebhooks, readHealth } from "@plumbline/contract/health/contract.ts";
import type { UnhandledWebhook } from "../../cards/webhooks.ts";
import type { JobRun } from "../../outbox/job-runs.ts";
import type { Job } from "../../outbox/jobs.ts";
import type { UndeliveredEvent } from "../../outbox/undelivered.ts";

export const deliveryView = (event: UndeliveredEvent): Answer<typeof listDeliveries>["entries"][number] => ({
  id: event.id,
  state: event.failedAt ? "failed" : "waiting",
  kind: event.kind,
  subject: event.subject,
  subject_id: event.subjectId,
  created_at: event.createdAt.toISOString(),
  attempts: event.attempts,
  reason: event.failure,
  failed_at: event.failedAt?.toISOString() ?? null,
  allowed_actions: event.failedAt ? ["retry"] : [],
});

export const webhookView = (webhook: UnhandledWebhook): Answer<typeof listWebhooks>["entries"][number] => ({
  id: webhook.id,
  type: webhook.type,
  received_at: webhook.receivedAt.toISOString(),
  attempts: webhook.attempts,
  reason: webhook.failure,
  allowed_actions: ["retry"],
});

export const jobView = (
  { name, everySeconds }: Job,
  run: JobRun | null,
): Answer<typeof readHealth>["jobs"][number] => ({
  name,
  every_seconds: everySeconds,
  last_run_at: run?.startedAt.toISOString() ?? null,
  took_ms: run?.tookMs ?? null,
  failing_since: run?.failingSince?.toISOString() ?? null,
  failure: run?.failure ?? null,
});
