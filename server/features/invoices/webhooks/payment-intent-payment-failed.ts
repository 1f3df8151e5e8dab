import { webhook } from "../../../platform/webhooks.ts";
import { settleIntent } from "./settle-intent.ts";

/** A card was refused, or the bank's challenge was not passed. */
export const paymentIntentPaymentFailed = webhook("payment_intent.payment_failed", (house, event) =>
  settleIntent(house, event.data.object),
);
