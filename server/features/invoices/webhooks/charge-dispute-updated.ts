import { webhook } from "../../../platform/webhooks.ts";
import { followDispute } from "./follow-dispute.ts";

/** Answered, or a bank's inquiry that has become a dispute. */
export const chargeDisputeUpdated = webhook("charge.dispute.updated", (house, event) =>
  followDispute(house, event.data.object),
);
