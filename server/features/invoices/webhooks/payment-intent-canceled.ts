import { webhook } from "../../../platform/webhooks.ts";
import { settleIntent } from "./settle-intent.ts";

export const paymentIntentCanceled = webhook("payment_intent.canceled", (house, event) =>
  settleIntent(house, event.data.object),
);
