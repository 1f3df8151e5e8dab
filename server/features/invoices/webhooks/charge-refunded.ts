import { webhook } from "../../../platform/webhooks.ts";
import * as provider from "../provider.ts";
import { recordRefund } from "../refunds.ts";
import { paymentOfIntent } from "./payment-of-intent.ts";

/** A refund made here, or at the provider's own desk. One in part is not an invoice given back. */
export const chargeRefunded = webhook("charge.refunded", async (house, event) => {
  const { payment_intent: intent, id } = event.data.object;
  const intentId = provider.idOf(intent);
  const payment = await paymentOfIntent(house, intentId);
  if (payment?.status !== "succeeded") return;
  const charge = await house.cards.stripe.charges.retrieve(id);
  if (!charge.refunded) return;
  const [refund] = (await house.cards.stripe.refunds.list({ payment_intent: intentId as string, limit: 1 })).data;
  await recordRefund(house, payment.id, refund?.id ?? null);
});
