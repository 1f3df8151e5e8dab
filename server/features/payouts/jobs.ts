import type { AppContext } from "../../context.ts";
import type { Job } from "../../outbox/jobs.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { type PayoutAccountRow, stalePayableAccounts, unfinishedAccounts } from "./store.ts";

const refreshAfter = 10 * 60_000;
/** Changes of a payable account come by webhook; a lost one is noticed after this time. */
const refreshPayableAfter = 6 * 3_600_000;

export const payoutsJobs: Job[] = [
  { name: "refresh payout accounts that are not ready", everySeconds: 30, run: refreshUnfinished },
  { name: "refresh payable accounts without recent webhooks", everySeconds: 60, run: refreshPayable },
];

/** Refreshes accounts whose webhook was lost or whose process was killed before asking for their state. */
export async function refreshUnfinished(context: AppContext): Promise<void> {
  await refreshAll(
    context,
    await unfinishedAccounts(context.db, new Date(context.clock.now().getTime() - refreshAfter)),
  );
}

/**
 * Refreshes payable accounts, because one that was restricted or disconnected while its webhook was lost must not be
 * paid into.
 */
export async function refreshPayable(context: AppContext): Promise<void> {
  await refreshAll(
    context,
    await stalePayableAccounts(context.db, new Date(context.clock.now().getTime() - refreshPayableAfter)),
  );
}

async function refreshAll(context: AppContext, accounts: readonly PayoutAccountRow[]): Promise<void> {
  for (const { memberId } of accounts)
    await refreshPayoutAccount(context, memberId).catch((error) =>
      context.log.warn({ err: error, member: memberId }, "the card provider did not say how a payout account stands"),
    );
}
