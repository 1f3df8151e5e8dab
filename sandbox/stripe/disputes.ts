import type Stripe from "stripe";
import { book } from "./balance.ts";
import { type Call, type Context, fromPath, requireObject } from "./call.ts";
import { testCardOf } from "./cards.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { page } from "./lists.ts";
import { flag, group, metadata, text } from "./params.ts";
import { invalid, unknownParameter } from "./problems.ts";

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

/** What the bank does with an inquiry that it is not content with: it becomes a dispute, which takes an answer of its own. */
export function escalateInquiry(context: Context, before: Stripe.Dispute): void {
  const { id, amount, currency } = before;
  const fee = { amount: bankFee, type: "stripe_fee" as const, description: "Dispute fee" };
  const dispute: Stripe.Dispute = {
    ...before,
    status: "needs_response",
    balance_transactions: [book(context, { amount: -amount, fee, type: "adjustment", source: id, currency })],
    is_charge_refundable: false,
    evidence_details: {
      ...before.evidence_details,
      due_by: context.clock.now() + 9 * day,
      submission_count: 0,
      submission_method: "not_submitted",
    },
  };
  context.objects.put(dispute);
  emit(context, "charge.dispute.updated", dispute, before);
  emit(context, "charge.dispute.funds_withdrawn", dispute);
}

/** POST /v1/disputes/{id}/close accepts the dispute; an inquiry closes without loss. */
export function closeDispute(call: Call): Stripe.Dispute {
  const before = undecidedDispute(call);
  return decide(call.context, before, isInquiry(before) ? "warning_closed" : "lost");
}

/**
 * POST /v1/disputes/{id} with evidence, which is submitted at once unless `submit` is false. As at Stripe in
 * test mode, `winning_evidence` or `losing_evidence` in `uncategorized_text` decides it; other text leaves it under review.
 * Sent for a dispute that is under review, those words are the bank's decision about the evidence that it has.
 */
export function answerDispute(call: Call): Stripe.Dispute {
  const { context, params } = call;
  const before = undecidedDispute(call);
  const details = before.evidence_details;
  const decided = outcomes[text(group(params, "evidence") ?? {}, "uncategorized_text") ?? ""];
  if (details.submission_count > 0 && decided)
    return decide(context, before, isInquiry(before) ? "warning_closed" : decided);
  if (details.submission_count > 0) throw invalid("The evidence of this dispute has already been submitted");
  if (details.due_by && context.clock.now() > details.due_by)
    throw invalid("This dispute's evidence was due before now");
  const evidence = { ...before.evidence, ...evidenceIn(call) };
  const given = Object.values(evidence).some((value) => typeof value === "string");
  const submitted = flag(params, "submit") !== false;
  const dispute: Stripe.Dispute = {
    ...before,
    status: !submitted ? before.status : isInquiry(before) ? "warning_under_review" : "under_review",
    evidence,
    metadata: metadata(params, before.metadata),
    evidence_details: {
      ...details,
      has_evidence: given,
      submission_count: details.submission_count + (submitted ? 1 : 0),
      submission_method: submitted ? "manual" : details.submission_method,
    },
  };
  context.objects.put(dispute);
  emit(context, "charge.dispute.updated", dispute, before);
  if (!submitted || !decided) return dispute;
  return decide(context, dispute, isInquiry(before) ? "warning_closed" : decided);
}

const outcomes: Record<string, "won" | "lost"> = { winning_evidence: "won", losing_evidence: "lost" };

/** The fields of the evidence that carry the id of an uploaded file; the others are texts. */
const fileFields = new Set([
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
]);
const longestText = 20_000;
const longestInAll = 150_000;
const largestInAll = 4.5 * 1024 * 1024;

/** Reads the fields of the evidence, within Stripe's limits for a text, for all of them and for the files together. */
function evidenceIn({ context, params }: Call): Record<string, string | null> {
  const given = group(params, "evidence") ?? {};
  const read: Record<string, string | null> = {};
  let [characters, bytes] = [0, 0];
  for (const name of Object.keys(given)) {
    const param = `evidence[${name}]`;
    if (!(name in noEvidence) || name === "enhanced_evidence") throw unknownParameter(param);
    const value = text(given, name) ?? null;
    read[name] = value;
    if (value === null) continue;
    if (fileFields.has(name)) {
      const file = requireObject(context, "file", value, param);
      if (file.purpose !== "dispute_evidence") throw invalid("This file is no dispute_evidence", param);
      bytes += file.size;
    } else {
      if (value.length > longestText) throw invalid(`Evidence texts are limited to ${longestText} characters`, param);
      characters += value.length;
    }
  }
  if (characters > longestInAll) throw invalid("The evidence has more than 150,000 characters", "evidence");
  if (bytes > largestInAll) throw invalid("The files of the evidence are larger than 4.5 MB together", "evidence");
  return read;
}

export const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith("warning_");

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

/** GET /v1/disputes/:id, with `past_due` when it was not answered in time. Throws 404 for an unknown id. */
export function retrieveDispute(call: Call): Stripe.Dispute {
  const dispute = fromPath(call, "dispute");
  const details = dispute.evidence_details;
  const late = details.submission_count === 0 && details.due_by !== null && call.context.clock.now() > details.due_by;
  return { ...dispute, evidence_details: { ...details, past_due: late } };
}

/** GET /v1/disputes, by charge and payment intent. */
export function listDisputes(call: Call): Stripe.ApiList<Stripe.Dispute> {
  return page(call, "dispute", { charge: "charge", payment_intent: "payment_intent" });
}
