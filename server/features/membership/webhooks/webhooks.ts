import type { Webhook } from "../../../platform/webhooks.ts";
import { membershipDisputed } from "./charge-dispute.ts";
import { membershipRefunded, membershipRefundFailed } from "./charge-refunded.ts";
import { subscriptionCreated } from "./customer-subscription-created.ts";
import { subscriptionDeleted } from "./customer-subscription-deleted.ts";
import { subscriptionUpdated } from "./customer-subscription-updated.ts";
import { invoicePaid } from "./invoice-paid.ts";
import { invoicePaymentActionRequired } from "./invoice-payment-action-required.ts";
import { invoicePaymentFailed } from "./invoice-payment-failed.ts";

export const membershipWebhooks: Webhook[] = [
  subscriptionCreated,
  subscriptionUpdated,
  subscriptionDeleted,
  invoicePaid,
  invoicePaymentFailed,
  invoicePaymentActionRequired,
  membershipRefunded,
  membershipRefundFailed,
  ...membershipDisputed,
];
