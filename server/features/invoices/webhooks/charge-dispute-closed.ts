import { webhook } from "../../../platform/webhooks.ts";
import { followDispute } from "./follow-dispute.ts";

export const chargeDisputeClosed = webhook("charge.dispute.closed", (house, event) =>
  followDispute(house, event.data.object),
);
