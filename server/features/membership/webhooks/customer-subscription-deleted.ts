import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** The end: the paid period is over, or the last retry of a renewal has failed. */
export const subscriptionDeleted = webhook("customer.subscription.deleted", (house, { data }) =>
  membershipTold(house, data.object.customer),
);
