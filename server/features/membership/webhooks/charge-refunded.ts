import { webhook } from "../../../platform/webhooks.ts";
import { followRefund } from "../given-back.ts";

/** Made at the provider's desk, whole or in part. */
export const membershipRefunded = webhook("charge.refunded", (house, { data }) => followRefund(house, data.object.id));

/** The bank did not take it: what was given back is less again. */
export const membershipRefundFailed = webhook("refund.failed", async (house, { data: { object: refund } }) => {
  const chargeId = typeof refund.charge === "string" ? refund.charge : refund.charge?.id;
  if (chargeId) await followRefund(house, chargeId);
});
