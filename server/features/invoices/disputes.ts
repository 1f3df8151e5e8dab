import { canBecome, type DisputeState } from "@plumbline/contract/invoices/rules.ts";
import type Stripe from "stripe";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import { findDispute, upsertDispute } from "./dispute-store.ts";
import type { PaymentRow } from "./payment-store.ts";
import type { disputes } from "./schema.ts";
import { lockInvoice } from "./store.ts";

const stateByProviderStatus: Record<string, DisputeState> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiry_closed",
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};
/** The last part of the event's kind for each state. */
const eventStepByState = {
  inquiry: "inquiry",
  inquiry_closed: "inquiry_closed",
  open: "disputed",
  won: "dispute_won",
  lost: "dispute_lost",
} as const satisfies Record<DisputeState, string>;
const undecided: readonly DisputeState[] = ["inquiry", "open"];

/** Records the provider's state of a dispute of an invoice's payment; repeated reports change nothing (ADR-013). */
export async function recordDispute(context: AppContext, payment: PaymentRow, dispute: Stripe.Dispute): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockInvoice(tx, payment.invoiceId);
    const of = { invoiceId: payment.invoiceId, paymentId: payment.id };
    await writeDispute(tx, dispute, of, { kind: "invoice", id: payment.invoiceId }, context.clock.now());
  });
}

type DisputedPayment = Pick<typeof disputes.$inferInsert, "invoiceId" | "paymentId" | "membershipPaymentId">;

/**
 * Writes a dispute's row and event in the caller's transaction, which holds the lock of the disputed object. Returns the new
 * state, or null when it was already recorded or is older than the recorded one.
 */
export async function writeDispute(
  tx: Db,
  dispute: Stripe.Dispute,
  of: DisputedPayment,
  subject: { kind: "invoice" | "membership"; id: number },
  now: Date,
): Promise<DisputeState | null> {
  const state = stateByProviderStatus[dispute.status];
  if (!state) return null;
  const known = await findDispute(tx, dispute.id);
  if (known && !canBecome(known.state, state)) return null;
  const { evidence_details: evidence, amount: amountPence, reason } = dispute;
  const needsAnswer = dispute.status === "needs_response" || dispute.status === "warning_needs_response";
  // Read before the answer and recorded after it. Within a state the bank asks once: an inquiry that was answered and becomes a
  // dispute is in another state, and an answer to the earlier one leaves the day by which the later one is to be answered.
  const isAnswered = known?.state === state && known.respondBy === null && known.answeredAt !== null;
  if (isAnswered && needsAnswer) return null;
  const respondBy = needsAnswer && evidence.due_by ? moment(evidence.due_by) : null;
  // Answered here, or at the provider without us.
  const answered = known?.answeredAt ?? (undecided.includes(state) ? now : null);
  const answeredAt = needsAnswer ? null : answered;
  const closedAt = undecided.includes(state) ? null : known?.state === state ? known.closedAt : now;
  const openedAt = moment(dispute.created);
  await upsertDispute(tx, {
    ...of,
    providerId: dispute.id,
    state,
    amountPence,
    reason,
    respondBy,
    openedAt,
    closedAt,
    answeredAt,
    // A dispute that was an inquiry has a day of its own.
    ...(known?.state !== state && { remindedAt: null }),
  });
  if (known?.state === state) return null;
  await append(
    tx,
    {
      kind: `${subject.kind}.${eventStepByState[state]}`,
      actorId: null,
      subjectId: subject.id,
      data: { dispute: dispute.id, amountPence, reason, respondBy: respondBy?.toISOString() ?? null },
    },
    now,
  );
  return state;
}

const moment = (seconds: number) => new Date(seconds * 1000);
