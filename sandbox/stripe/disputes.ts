import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Desk, fromPath } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";

const day = 86_400;
const bankFee = 2000;

/** A test card whose holder complains: the dispute opens with the payment, and the platform's money leaves with it. */
export function disputeIfContested(desk: Desk, charge: Stripe.Charge): Stripe.Charge {
  const complaint = testCardOf(desk, charge.payment_method ?? "").dispute;
  if (!complaint) return charge;
  const now = desk.clock.now();
  const inquiry = complaint === "inquiry";
  const id = newId("du");
  const { amount, currency } = charge;
  const fee = { amount: bankFee, type: "stripe_fee" as const, description: "Dispute fee" };
  const movements = inquiry ? [] : [book(desk, { amount: -amount, fee, type: "adjustment", source: id, currency })];
  const dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: movements,
    charge: charge.id,
    created: now,
    currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: now + 9 * day, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: inquiry ? "general" : complaint,
    status: inquiry ? "warning_needs_response" : "needs_response",
  } as unknown as Stripe.Dispute;
  desk.shelf.put(dispute);
  const disputed = { ...charge, disputed: true };
  desk.shelf.put(disputed);
  emit(desk, "charge.dispute.created", dispute);
  if (!inquiry) emit(desk, "charge.dispute.funds_withdrawn", dispute);
  return disputed;
}

/** POST /v1/disputes/{id}/close accepts the complaint; an inquiry closes without loss. */
export function closeDispute(call: Call): Stripe.Dispute {
  const before = fromPath(call, "dispute");
  const status = before.status === "warning_needs_response" ? "warning_closed" : "lost";
  const dispute: Stripe.Dispute = { ...before, status };
  call.desk.shelf.put(dispute);
  emit(call.desk, "charge.dispute.closed", dispute, before);
  return dispute;
}

export const retrieveDispute = (call: Call): Stripe.Dispute => fromPath(call, "dispute");

export function listDisputes(call: Call): Stripe.ApiList<Stripe.Dispute> {
  return page(call, "dispute", { charge: "charge", payment_intent: "payment_intent" });
}
