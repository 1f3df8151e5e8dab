import { webhook } from "../../../platform/webhooks.ts";
import { followMembershipDispute } from "../given-back.ts";

/** A payment of a membership is disputed or asked about, answered, or decided: whichever it is, the dispute is read again. */
export const membershipDisputed = (["created", "updated", "closed"] as const).map((step) =>
  webhook(`charge.dispute.${step}`, (house, event) => followMembershipDispute(house, event.data.object)),
);
