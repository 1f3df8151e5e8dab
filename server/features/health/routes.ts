import type { Answer } from "@plumbline/contract/endpoint.ts";
import {
  listDeliveries,
  listWebhooks,
  type Queue,
  readHealth,
  retryDelivery,
  retryWebhook,
} from "@plumbline/contract/health/contract.ts";
import { lastBackup } from "../../backup/last-backup.ts";
import { pageOfUnhandled, type Webhook } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { newestMigration } from "../../database/migrations.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { countMails, countRefusedAddresses, mailsWaitingSince } from "../../mail/store.ts";
import { lastJobRuns } from "../../outbox/job-runs.ts";
import type { Job } from "../../outbox/jobs.ts";
import { countEvents } from "../../outbox/outbox.ts";
import { eventsWaitingSince, pageOfEvents } from "../../outbox/undelivered.ts";
import { productVersion } from "../../version.ts";
import { lastReconciliation } from "../reconciliation/store.ts";
import { retryDeliveryOf, retryWebhookOf } from "./actions.ts";
import { concernsOf } from "./concerns.ts";
import { deliveryView, jobView, webhookView } from "./view.ts";

const pageSize = 20;
type Health = Answer<typeof readHealth>;

/** `jobs` and `webhooks` are those of all features. */
export const healthRoutes = (context: AppContext, all: { jobs: readonly Job[]; webhooks: readonly Webhook[] }) => [
  // The same for all who look.
  handle(readHealth, () => healthReads(context.db)("", () => healthOf(context, all.jobs))),
  handle(listDeliveries, async ({ query }) => {
    const { rows, total } = await pageOfEvents(context.db, query.state, query.page, pageSize);
    return {
      entries: rows.map(deliveryView),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(retryDelivery, async ({ params, member }) => deliveryView(await retryDeliveryOf(context, member, params.id))),
  handle(listWebhooks, async ({ query }) => {
    const { rows, total } = await pageOfUnhandled(context.db, query.page, pageSize);
    return {
      entries: rows.map(webhookView),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(retryWebhook, async ({ params, member }) =>
    webhookView(await retryWebhookOf(context, member, all.webhooks, params.id)),
  ),
];

const healthReads = preparedOn(() => openSharedReads<Health>());

async function healthOf(context: AppContext, all: readonly Job[]): Promise<Health> {
  const [waiting, addresses_refused, jobs, installed] = await Promise.all([
    queues(context),
    countRefusedAddresses(context.db),
    jobsOf(context, all),
    installation(context),
  ]);
  const health = { ...waiting, addresses_refused, jobs, ...installed };
  return { concerns: concernsOf(health, context.clock.now()), ...health };
}

async function queues({ db }: AppContext): Promise<{ mails: Queue; deliveries: Queue; webhooks: Queue }> {
  const since = (at: Date | null) => at?.toISOString() ?? null;
  const [waiting, failed, mailsSince, events, eventsSince, unhandled] = await Promise.all([
    countMails(db, "waiting"),
    countMails(db, "failed"),
    mailsWaitingSince(db),
    countEvents(db),
    eventsWaitingSince(db),
    pageOfUnhandled(db, 1, 1),
  ]);
  return {
    mails: { waiting, failed, waiting_since: since(mailsSince) },
    deliveries: { ...events, waiting_since: since(eventsSince) },
    // The provider and the sweep both try again, so nothing is given up for good.
    webhooks: { waiting: unhandled.total, failed: 0, waiting_since: since(unhandled.since) },
  };
}

async function jobsOf(context: AppContext, jobs: readonly Job[]) {
  const runs = await lastJobRuns(context.db);
  return jobs.map((job) => jobView(job, runs.get(job.name) ?? null));
}

async function installation(context: AppContext) {
  const [backup, compared, scans] = await Promise.all([
    lastBackup(context.settings.dataDirectory),
    lastReconciliation(context.db),
    context.scanner?.answers(),
  ]);
  const { name, at } = newestMigration;
  return {
    version: productVersion,
    node: process.versions.node,
    started_at: new Date(context.clock.now().getTime() - process.uptime() * 1000).toISOString(),
    database: context.database.kind,
    migration: { name, made_at: new Date(at).toISOString() },
    other_processes: context.bus.otherProcesses(),
    scanner: scans === undefined ? null : scans ? ("answers" as const) : ("silent" as const),
    backup: backup && { made_at: backup.madeAt, rows: backup.rows, files: backup.files },
    reconciliation: compared && {
      at: compared.at.toISOString(),
      differences: compared.differenceCount,
      failure: compared.failure,
    },
  };
}
