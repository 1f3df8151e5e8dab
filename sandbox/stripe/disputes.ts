import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Desk, fromPath } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, group, text } from "./params.ts";
import { invalid } from "./problems.ts";

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
  const before = toDecide(call);
  return decide(call.desk, before, isInquiry(before) ? "warning_closed" : "lost");
}

/**
 * POST /v1/disputes/{id} with evidence, which is submitted at once unless `submit` is false. As at Stripe, a test bank
 * decides by the words `winning_evidence` or `losing_evidence` in `uncategorized_text`; any others it goes on reading.
 */
export function answerDispute(call: Call): Stripe.Dispute {
  const { desk, params } = call;
  const before = toDecide(call);
  const words = text(group(params, "evidence") ?? {}, "uncategorized_text") ?? null;
  const submitted = flag(params, "submit") !== false;
  const details = before.evidence_details;
  const dispute: Stripe.Dispute = {
    ...before,
    status: !submitted ? before.status : isInquiry(before) ? "warning_under_review" : "under_review",
    evidence: { ...before.evidence, uncategorized_text: words },
    evidence_details: {
      ...details,
      has_evidence: words !== null,
      submission_count: details.submission_count + (submitted ? 1 : 0),
    },
  };
  desk.shelf.put(dispute);
  emit(desk, "charge.dispute.updated", dispute, before);
  if (!submitted || (words !== "winning_evidence" && words !== "losing_evidence")) return dispute;
  if (isInquiry(before)) return decide(desk, dispute, "warning_closed");
  return decide(desk, dispute, words === "winning_evidence" ? "won" : "lost");
}

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith("warning_");

function toDecide(call: Call): Stripe.Dispute {
  const dispute = fromPath(call, "dispute");
  if (["won", "lost", "warning_closed"].includes(dispute.status)) throw invalid("This dispute is already closed");
  return dispute;
}

/** A won dispute brings the money back, not the bank's fee. */
function decide(desk: Desk, before: Stripe.Dispute, status: "won" | "lost" | "warning_closed"): Stripe.Dispute {
  const { id, amount, currency } = before;
  const back = status === "won" ? [book(desk, { amount, type: "adjustment", source: id, currency })] : [];
  const dispute: Stripe.Dispute = {
    ...before,
    status,
    balance_transactions: [...before.balance_transactions, ...back],
    is_charge_refundable: status !== "lost",
  };
  desk.shelf.put(dispute);
  emit(desk, "charge.dispute.closed", dispute, before);
  if (status === "won") emit(desk, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

export const retrieveDispute = (call: Call): Stripe.Dispute => fromPath(call, "dispute");

export function listDisputes(call: Call): Stripe.ApiList<Stripe.Dispute> {
  return page(call, "dispute", { charge: "charge", payment_intent: "payment_intent" });
}
