import { webhook } from "../../../platform/webhooks.ts";
import { refreshPayoutAccount } from "../refresh.ts";
import { findMemberOfAccount } from "../store.ts";

/** The provider has looked at an account again, or its holder has filled something in: the flags follow. */
export const accountUpdated = webhook("account.updated", async (house, { data }) => {
  const memberId = await findMemberOfAccount(house.db, data.object.id);
  if (memberId !== null) await refreshPayoutAccount(house, memberId);
});
