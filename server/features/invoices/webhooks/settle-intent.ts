import type Stripe from "stripe";
import type { House } from "../../../house.ts";
import { carryThrough } from "../paying.ts";
import { findPayment, findPaymentByIntent, keepIntent } from "../payment-store.ts";
import * as provider from "../provider.ts";
import { recordOutcome } from "../settling.ts";

/**
 * Events come twice, late and out of order, so that an event only says where to look: the intent is read as it is now.
 * Intents of memberships, and of other installations, are nobody's here.
 */
export async function settleIntent(house: House, told: Stripe.PaymentIntent): Promise<void> {
  const id = provider.paymentIdIn(house, told);
  const payment =
    (await findPaymentByIntent(house.db, told.id)) ?? (id === null ? null : await findPayment(house.db, id));
  if (!payment || (payment.intentId && payment.intentId !== told.id)) return;
  await keepIntent(house.db, payment.id, told.id);
  if (payment.status === "started" || payment.status === "requires_action") await carryThrough(house, payment);
  // Given up here, yet charged there: see giveBack.
  else if (payment.status === "failed" && told.status === "succeeded")
    await recordOutcome(house, payment, await provider.readIntent(house, told.id));
}
