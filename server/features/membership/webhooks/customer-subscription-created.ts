import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** A purchase that our own call did not live to record, or recorded already. */
export const subscriptionCreated = webhook("customer.subscription.created", (house, { data }) =>
  membershipTold(house, data.object.customer),
);
