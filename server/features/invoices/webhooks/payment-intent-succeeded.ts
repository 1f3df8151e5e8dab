import { webhook } from "../../../platform/webhooks.ts";
import { settleIntent } from "./settle-intent.ts";

export const paymentIntentSucceeded = webhook("payment_intent.succeeded", (house, event) =>
  settleIntent(house, event.data.object),
);
