import type Stripe from "stripe";
import type { House } from "../../../house.ts";
import { recordDispute } from "../disputes.ts";
import { findPaymentByIntent } from "../payment-store.ts";
import * as provider from "../provider.ts";

/**
 * Events come twice, late and out of order, so that an event only says where to look: the dispute is read as it is now.
 * Disputes of memberships, and of other installations, are nobody's here.
 */
export async function followDispute(house: House, told: Stripe.Dispute): Promise<void> {
  const intentId = provider.idOf(told.payment_intent);
  const payment = intentId ? await findPaymentByIntent(house.db, intentId) : null;
  if (payment) await recordDispute(house, payment, await provider.readDispute(house, told.id));
}
