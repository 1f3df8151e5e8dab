import type { Webhook } from "../../../platform/webhooks.ts";
import { chargeRefunded } from "./charge-refunded.ts";
import { paymentIntentCanceled } from "./payment-intent-canceled.ts";
import { paymentIntentPaymentFailed } from "./payment-intent-payment-failed.ts";
import { paymentIntentSucceeded } from "./payment-intent-succeeded.ts";
import { refundFailed } from "./refund-failed.ts";

export const invoicesWebhooks: Webhook[] = [
  paymentIntentSucceeded,
  paymentIntentPaymentFailed,
  paymentIntentCanceled,
  chargeRefunded,
  refundFailed,
];
