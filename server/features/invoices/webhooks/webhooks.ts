import type { Webhook } from "../../../platform/webhooks.ts";
import { chargeDisputeClosed } from "./charge-dispute-closed.ts";
import { chargeDisputeCreated } from "./charge-dispute-created.ts";
import { chargeDisputeUpdated } from "./charge-dispute-updated.ts";
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
  chargeDisputeCreated,
  chargeDisputeUpdated,
  chargeDisputeClosed,
];
