import type { House } from "../../../house.ts";
import { carryThrough } from "../paying.ts";
import { findPayment, findPaymentByIntent, keepIntent, type PaymentRow } from "../payment-store.ts";
import * as provider from "../provider.ts";
import { recordOutcome } from "../settling.ts";

/**
 * The payment that an event is about, with its own outcome recorded first: a refund or a dispute may be told before the
 * payment, and the answer with the intent's id may have been lost. Null for an intent that is none of ours: memberships'
 * and other installations'. Throws while the provider does not say how the payment stands, so that the event comes again.
 */
export async function paymentOfIntent(house: House, intentId: string | null): Promise<PaymentRow | null> {
  const payment = intentId && ((await findPaymentByIntent(house.db, intentId)) ?? (await findByMark(house, intentId)));
  if (!payment) return null;
  const intent = await provider.readIntent(house, intentId);
  if (payment.status === "started" || payment.status === "requires_action") await carryThrough(house, payment);
  // Given up here, yet charged there: see giveBack.
  else if (payment.status === "failed" && intent.status === "succeeded") await recordOutcome(house, payment, intent);
  const settled = (await findPayment(house.db, payment.id)) as PaymentRow;
  const stillOpen = settled.status === "started" || settled.status === "requires_action";
  if (stillOpen && intent.status !== "requires_action") throw new Error(`payment ${payment.id} is not settled yet`);
  return settled;
}

/** By what we wrote on the intent when we made it. */
async function findByMark(house: House, intentId: string): Promise<PaymentRow | null> {
  const id = provider.paymentIdIn(house, await provider.readIntent(house, intentId));
  const payment = id === null ? null : await findPayment(house.db, id);
  if (!payment || (payment.intentId && payment.intentId !== intentId)) return null;
  await keepIntent(house.db, payment.id, intentId);
  return payment;
}
