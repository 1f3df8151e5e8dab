import { webhook } from "../../../platform/webhooks.ts";
import { findPaymentByIntent } from "../payment-store.ts";
import * as provider from "../provider.ts";
import { recordRefundFailed } from "../refunds.ts";

/** Told late, it may be about a try that a newer one has replaced: only the refund that is recorded counts. */
export const refundFailed = webhook("refund.failed", async (house, event) => {
  const { id, payment_intent: intent } = event.data.object;
  const intentId = provider.idOf(intent);
  const payment = intentId ? await findPaymentByIntent(house.db, intentId) : null;
  if (payment?.status === "refunded" && payment.refundId === id) await recordRefundFailed(house, payment.id);
});
