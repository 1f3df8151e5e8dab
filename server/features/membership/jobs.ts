import type { House } from "../../house.ts";
import type { Job } from "../../platform/jobs.ts";
import { reconcileAttempts } from "./attempts.ts";
import { endRevokedMemberships } from "./given-back.ts";
import { endLateMemberships } from "./overdue.ts";
import { refreshMembership } from "./refresh.ts";
import { unheardOf } from "./store.ts";

const hour = 3_600_000;

export const membershipJobs: Job[] = [
  { name: "find out about lost purchases", everySeconds: 15, run: reconcileAttempts },
  { name: "end memberships whose grace is over", everySeconds: 3600, run: endLateMemberships },
  { name: "end memberships whose payment was given back", everySeconds: 30, run: endRevokedMemberships },
  { name: "ask after memberships that should have renewed", everySeconds: 600, run: askAfterRenewals },
];

/** Webhooks that never came: a renewal takes the provider about an hour, so later than that it is asked. */
async function askAfterRenewals(house: House): Promise<void> {
  for (const { memberId } of await unheardOf(house.db, new Date(house.clock.now().getTime() - 2 * hour)))
    await refreshMembership(house, memberId).catch((error) =>
      house.log.warn({ err: error, member: memberId }, "the card provider did not say how a membership stands"),
    );
}
