import type Stripe from "stripe";
import type { House } from "../../../house.ts";
import { paymentOfIntent } from "./payment-of-intent.ts";

/** Events come twice, late and out of order, so that an event only says where to look: the intent is read as it is now. */
export async function settleIntent(house: House, told: Stripe.PaymentIntent): Promise<void> {
  await paymentOfIntent(house, told.id);
}
