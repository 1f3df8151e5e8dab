import type { House } from "../../house.ts";
import type { Job } from "../../platform/jobs.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { unfinishedAccounts } from "./store.ts";

const quietFor = 10 * 60_000;

export const payoutsJobs: Job[] = [
  { name: "ask after payout accounts that are not ready", everySeconds: 30, run: askAfterAccounts },
];

/** A webhook that never came, or a process killed between connecting an account and asking how it stands. */
export async function askAfterAccounts(house: House): Promise<void> {
  const before = new Date(house.clock.now().getTime() - quietFor);
  for (const { memberId } of await unfinishedAccounts(house.db, before))
    await refreshPayoutAccount(house, memberId).catch((error) =>
      house.log.warn({ err: error, member: memberId }, "the card provider did not say how a payout account stands"),
    );
}
