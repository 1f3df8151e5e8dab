import type { AppContext } from "../../context.ts";
import type { Job } from "../../outbox/jobs.ts";
import { refreshEarnings } from "./refresh.ts";
import { staleReadings } from "./store.ts";

const refreshAfter = 3_600_000;

export const earningsJobs: Job[] = [
  { name: "ask for earnings without recent webhooks", everySeconds: 60, run: refreshStaleEarnings },
];

/** Asks for the earnings that may still change and of which nothing was heard for an hour: a webhook may have been lost. */
export async function refreshStaleEarnings(context: AppContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - refreshAfter);
  for (const memberId of await staleReadings(context.db, before))
    await refreshEarnings(context, memberId).catch((error) =>
      context.log.warn({ err: error, member: memberId }, "the card provider did not tell an advisor's earnings"),
    );
}
