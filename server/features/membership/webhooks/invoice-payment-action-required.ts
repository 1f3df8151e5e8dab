import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** A renewal waits for its holder: late until they confirm it. */
export const invoicePaymentActionRequired = webhook("invoice.payment_action_required", (house, { data }) =>
  membershipTold(house, data.object.customer),
);
