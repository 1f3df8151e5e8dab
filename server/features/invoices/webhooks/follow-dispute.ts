import type Stripe from "stripe";
import type { House } from "../../../house.ts";
import { recordDispute } from "../disputes.ts";
import * as provider from "../provider.ts";
import { paymentOfIntent } from "./payment-of-intent.ts";

/**
 * Events come twice, late and out of order, so that an event only says where to look: the dispute is read as it is now.
 * Disputes of memberships are that feature's, and those of other installations nobody's here.
 */
export async function followDispute(house: House, told: Stripe.Dispute): Promise<void> {
  const payment = await paymentOfIntent(house, provider.idOf(told.payment_intent));
  if (payment) await recordDispute(house, payment, await provider.readDispute(house, told.id));
}
