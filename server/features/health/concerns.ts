import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { readHealth } from "@plumbline/contract/health/contract.ts";

type Health = Omit<Answer<typeof readHealth>, "concerns">;

/** How long something may wait before it is worth a look, in minutes. */
const patience = 10;
/** How old the last backup may be, in hours: a nightly one, and a few hours for it to run. */
const backupAge = 30;

const hoursSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / 3_600_000;
const counted = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`);

/** A sentence for each thing that needs somebody's attention, the most urgent first; empty when all is well. */
export function concernsOf(health: Health, now: Date): string[] {
  const waitsLong = ({ waiting_since: since }: Health["mails"]) =>
    since !== null && hoursSince(since, now) * 60 > patience;
  const { mails, deliveries, webhooks, jobs, scanner, backup, reconciliation } = health;
  return [
    scanner === "silent" && "The virus scanner does not answer: nobody can upload files.",
    deliveries.failed > 0 &&
      `${counted(deliveries.failed, "delivery was", "deliveries were")} given up: notifications and e-mails are missing.`,
    ...jobs.flatMap(({ name, failing_since: since }) => (since ? [`The job “${name}” fails.`] : [])),
    waitsLong(webhooks) && "Messages of the card provider could not be handled.",
    waitsLong(deliveries) && "Deliveries have been waiting for more than ten minutes.",
    waitsLong(mails) && "E-mails have been waiting for more than ten minutes: the mail server may be unavailable.",
    mails.failed > 0 && `${counted(mails.failed, "e-mail was", "e-mails were")} refused or given up.`,
    reconciliation &&
      reconciliation.differences > 0 &&
      `The last reconciliation found ${counted(reconciliation.differences, "difference", "differences")} from the card provider.`,
    reconciliation?.failure && "The card provider could not be compared with at the last reconciliation.",
    !backup && "No backup has been made yet.",
    backup && hoursSince(backup.made_at, now) > backupAge && "The last backup is more than a day old.",
  ].filter((sentence) => typeof sentence === "string");
}
