import { webhook } from "../../../platform/webhooks.ts";
import { membershipTold } from "./told.ts";

/** A first payment confirmed in the browser, a renewal, or a late one that was paid after all. */
export const invoicePaid = webhook("invoice.paid", (house, { data }) => membershipTold(house, data.object.customer));
