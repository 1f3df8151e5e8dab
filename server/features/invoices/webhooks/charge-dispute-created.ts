import { webhook } from "../../../platform/webhooks.ts";
import { followDispute } from "./follow-dispute.ts";

export const chargeDisputeCreated = webhook("charge.dispute.created", (house, event) =>
  followDispute(house, event.data.object),
);
