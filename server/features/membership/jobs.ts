import type { AppContext } from "../../context.ts";
import type { Job } from "../../outbox/jobs.ts";
import { reconcileAttempts } from "./attempts.ts";
import { refreshBilling } from "./billing.ts";
import { staleCustomers } from "./billing-store.ts";
import { settleOpenChanges } from "./offers.ts";
import { endLateMemberships } from "./overdue.ts";
import { refreshPlans } from "./plans.ts";
import { sendRenewalNotices } from "./renewal-notices.ts";
import { endRevokedMemberships } from "./returned-payments.ts";
import { pastRenewalDate } from "./store.ts";

const hour = 3_600_000;
/** Changes of a customer come by webhook; a lost one is noticed after this time. */
const staleAfter = 6 * hour;

export const membershipJobs: Job[] = [
  { name: "find out about lost purchases", everySeconds: 15, run: reconcileAttempts },
  { name: "carry out changes of plans and coupons", everySeconds: 15, run: settleOpenChanges },
  { name: "end memberships whose grace is over", everySeconds: 3600, run: endLateMemberships },
  { name: "end memberships whose payment was given back", everySeconds: 30, run: endRevokedMemberships },
  { name: "refresh memberships that should have renewed", everySeconds: 600, run: refreshUnrenewed },
  { name: "announce renewals", everySeconds: 3600, run: sendRenewalNotices },
  { name: "refresh the plans", everySeconds: 60, run: async (context) => void (await refreshPlans(context)) },
  { name: "refresh customers without recent webhooks", everySeconds: 15, run: refreshStaleCustomers },
];

/** Refreshes memberships whose renewal webhook is missing two hours after the renewal, which takes the provider about one. */
async function refreshUnrenewed(context: AppContext): Promise<void> {
  const due = await pastRenewalDate(context.db, new Date(context.clock.now().getTime() - 2 * hour));
  await refreshAll(
    context,
    due.map(({ memberId }) => memberId),
  );
}

/** Refreshes customers of whom nothing is known yet, after an upgrade, and those without a webhook for a long time. */
export async function refreshStaleCustomers(context: AppContext): Promise<void> {
  await refreshAll(context, await staleCustomers(context.db, new Date(context.clock.now().getTime() - staleAfter)));
}

async function refreshAll(context: AppContext, memberIds: readonly number[]): Promise<void> {
  for (const memberId of memberIds)
    await refreshBilling(context, memberId).catch((error) =>
      context.log.warn({ err: error, member: memberId }, "the card provider did not say how a membership stands"),
    );
}
