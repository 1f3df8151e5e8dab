import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** A renewal was refused: the grace begins, or, when it comes again late enough, is over. */
export const invoicePaymentFailed = webhook("invoice.payment_failed", (house, { data }) =>
  membershipTold(house, data.object.customer),
);
