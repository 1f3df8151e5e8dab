import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** Renewed, changed, cancelled or late: at the provider's hands or by our own call. */
export const subscriptionUpdated = webhook("customer.subscription.updated", (house, { data }) =>
  membershipTold(house, data.object.customer),
);
