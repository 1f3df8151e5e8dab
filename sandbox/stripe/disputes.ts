import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Context, fromPath } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, group, text } from "./params.ts";
import { invalid } from "./problems.ts";

const day = 86_400;
const bankFee = 2000;

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens the dispute of a test card that disputes every payment, and withdraws the funds. */
export function openDisputeIfContested(context: Context, charge: Stripe.Charge): Stripe.Charge {
  const complaint = testCardOf(context, charge.payment_method ?? "").dispute;
  if (!complaint) return charge;
  const now = context.clock.now();
  const inquiry = complaint === "inquiry";
  const id = newId("du");
  const { amount, currency } = charge;
  const fee = { amount: bankFee, type: "stripe_fee" as const, description: "Dispute fee" };
  const movements = inquiry ? [] : [book(context, { amount: -amount, fee, type: "adjustment", source: id, currency })];
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: movements,
    charge: charge.id,
    created: now,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: now + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: inquiry ? "general" : complaint,
    status: inquiry ? "warning_needs_response" : "needs_response",
  };
  context.objects.put(dispute);
  const disputed = { ...charge, disputed: true };
  context.objects.put(disputed);
  emit(context, "charge.dispute.created", dispute);
  if (!inquiry) emit(context, "charge.dispute.funds_withdrawn", dispute);
  return disputed;
}

/** POST /v1/disputes/{id}/close accepts the dispute; an inquiry closes without loss. */
export function closeDispute(call: Call): Stripe.Dispute {
  const before = undecidedDispute(call);
  return decide(call.context, before, isInquiry(before) ? "warning_closed" : "lost");
}

/**
 * POST /v1/disputes/{id} with evidence, which is submitted at once unless `submit` is false. As at Stripe in
 * test mode, `winning_evidence` or `losing_evidence` in `uncategorized_text` decides it; other text leaves it under review.
 */
export function answerDispute(call: Call): Stripe.Dispute {
  const { context, params } = call;
  const before = undecidedDispute(call);
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
      submission_method: submitted ? "manual" : details.submission_method,
    },
  };
  context.objects.put(dispute);
  emit(context, "charge.dispute.updated", dispute, before);
  if (!submitted || (words !== "winning_evidence" && words !== "losing_evidence")) return dispute;
  if (isInquiry(before)) return decide(context, dispute, "warning_closed");
  return decide(context, dispute, words === "winning_evidence" ? "won" : "lost");
}

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith("warning_");

function undecidedDispute(call: Call): Stripe.Dispute {
  const dispute = fromPath(call, "dispute");
  if (["won", "lost", "warning_closed"].includes(dispute.status)) throw invalid("This dispute is already closed");
  return dispute;
}

/** A won dispute returns the amount, not the dispute fee. */
function decide(context: Context, before: Stripe.Dispute, status: "won" | "lost" | "warning_closed"): Stripe.Dispute {
  const { id, amount, currency } = before;
  const back = status === "won" ? [book(context, { amount, type: "adjustment", source: id, currency })] : [];
  const dispute: Stripe.Dispute = {
    ...before,
    status,
    balance_transactions: [...before.balance_transactions, ...back],
    is_charge_refundable: status !== "lost",
  };
  context.objects.put(dispute);
  emit(context, "charge.dispute.closed", dispute, before);
  if (status === "won") emit(context, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

export const retrieveDispute = (call: Call): Stripe.Dispute => fromPath(call, "dispute");

export function listDisputes(call: Call): Stripe.ApiList<Stripe.Dispute> {
  return page(call, "dispute", { charge: "charge", payment_intent: "payment_intent" });
}
