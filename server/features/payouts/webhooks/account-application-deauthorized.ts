import { webhook } from "../../../platform/webhooks.ts";
import { refreshPayoutAccount } from "../refresh.ts";
import { findMemberOfAccount } from "../store.ts";

/** The account's holder has taken our access away. It may have been given again since: the provider says. */
export const accountDeauthorized = webhook("account.application.deauthorized", async (house, { account }) => {
  const memberId = account ? await findMemberOfAccount(house.db, account) : null;
  if (memberId !== null) await refreshPayoutAccount(house, memberId);
});
