import type { House } from "../../house.ts";
import type { Job } from "../../platform/jobs.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { type PayoutAccountRow, quietAccounts, unfinishedAccounts } from "./store.ts";

const quietFor = 10 * 60_000;
/** A change of an account that may be paid is told by a webhook; one that was lost is found after so long. */
const quietForPayable = 6 * 3_600_000;

export const payoutsJobs: Job[] = [
  { name: "ask after payout accounts that are not ready", everySeconds: 30, run: askAfterAccounts },
  { name: "ask after payout accounts that nothing was heard of", everySeconds: 60, run: askAfterQuietAccounts },
];

/** A webhook that never came, or a process killed between connecting an account and asking how it stands. */
export async function askAfterAccounts(house: House): Promise<void> {
  await askAfter(house, await unfinishedAccounts(house.db, new Date(house.clock.now().getTime() - quietFor)));
}

/** An account that was restricted or left while its webhook was lost must not go on being paid into. */
export async function askAfterQuietAccounts(house: House): Promise<void> {
  await askAfter(house, await quietAccounts(house.db, new Date(house.clock.now().getTime() - quietForPayable)));
}

async function askAfter(house: House, accounts: readonly PayoutAccountRow[]): Promise<void> {
  for (const { memberId } of accounts)
    await refreshPayoutAccount(house, memberId).catch((error) =>
      house.log.warn({ err: error, member: memberId }, "the card provider did not say how a payout account stands"),
    );
}
