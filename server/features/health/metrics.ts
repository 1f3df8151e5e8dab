import { lastBackup } from "../../backup/last-backup.ts";
import { pageOfUnhandled } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { archivingFailsSince } from "../../database/archiving.ts";
import type { FeatureGauge } from "../../http/metrics.ts";
import { mailsWaitingSince } from "../../mail/store.ts";
import { lastJobRuns } from "../../outbox/job-runs.ts";
import { eventsWaitingSince } from "../../outbox/undelivered.ts";
import { lastReconciliation } from "../reconciliation/store.ts";

/** What the health page shows, as figures that deploy/prometheus-alerts.yaml watches (T-03). */
export function healthGauges({ db, clock, settings }: AppContext): FeatureGauge[] {
  const age = (since: Date | null) => (since ? (clock.now().getTime() - since.getTime()) / 1000 : 0);
  return [
    {
      name: "plumbline_oldest_event_seconds",
      help: "How long the oldest undelivered event has waited",
      read: async () => age(await eventsWaitingSince(db)),
    },
    {
      name: "plumbline_oldest_mail_seconds",
      help: "How long the oldest waiting e-mail has waited",
      read: async () => age(await mailsWaitingSince(db)),
    },
    {
      name: "plumbline_webhooks_waiting",
      help: "Webhooks of the card provider that could not be handled yet",
      read: async () => (await pageOfUnhandled(db, 1, 1)).total,
    },
    {
      name: "plumbline_jobs_failing",
      help: "Scheduled jobs whose last run failed",
      read: async () => [...(await lastJobRuns(db)).values()].filter(({ failingSince }) => failingSince).length,
    },
    {
      name: "plumbline_reconciliation_differences",
      help: "Differences from the card provider at the last reconciliation",
      read: async () => (await lastReconciliation(db))?.differenceCount ?? 0,
    },
    {
      name: "plumbline_backup_age_seconds",
      help: "Time since the last backup; -1 when there is none",
      read: async () => {
        const backup = await lastBackup(settings.dataDirectory);
        return backup ? age(new Date(backup.madeAt)) : -1;
      },
    },
    {
      name: "plumbline_wal_archive_failing_seconds",
      help: "How long PostgreSQL has not been able to archive its log; 0 while it can, and where it archives none",
      read: async () => age(await archivingFailsSince(db)),
    },
  ];
}
