import { webhookTable } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { findMemberOfAccount } from "./store.ts";

/** The handlers of payout accounts for events of the card provider. */
export const payoutsWebhooks = webhookTable({
  // The provider has reviewed an account, or its holder has entered data.
  "account.updated": (context, { data }) => refreshAccount(context, data.object.id),
  // The holder has revoked our access, and may have granted it again since: the provider's current answer counts.
  "account.application.deauthorized": async (context, { account }) => {
    if (account) await refreshAccount(context, account);
  },
});

async function refreshAccount(context: AppContext, accountId: string): Promise<void> {
  const memberId = await findMemberOfAccount(context.db, accountId);
  if (memberId !== null) await refreshPayoutAccount(context, memberId);
}
