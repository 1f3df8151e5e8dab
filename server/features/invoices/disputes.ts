import { canBecome, type DisputeState } from "@plumbline/contract/invoices/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import type { disputes } from "../../schema.ts";
import { findDispute, keepDispute } from "./dispute-store.ts";
import type { PaymentRow } from "./payment-store.ts";
import { lockInvoice } from "./store.ts";

const states: Record<string, DisputeState> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiry_closed",
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};
/** What happened, as the last part of an event's kind. */
const steps = {
  inquiry: "inquiry",
  inquiry_closed: "inquiry_closed",
  open: "disputed",
  won: "dispute_won",
  lost: "dispute_lost",
} as const satisfies Record<DisputeState, string>;
const undecided: readonly DisputeState[] = ["inquiry", "open"];

/** Writes down what the provider says of a dispute of an invoice's payment: once, however often it is told (decision 013). */
export async function recordDispute(house: House, payment: PaymentRow, dispute: Stripe.Dispute): Promise<void> {
  await house.db.transaction(async (tx) => {
    await lockInvoice(tx, payment.invoiceId);
    const of = { invoiceId: payment.invoiceId, paymentId: payment.id };
    await writeDispute(tx, dispute, of, { kind: "invoice", id: payment.invoiceId }, house.clock.now());
  });
}

type Of = Pick<typeof disputes.$inferInsert, "invoiceId" | "paymentId" | "membershipPaymentId">;

/**
 * Row and event of a dispute, in the caller's transaction, which holds the lock of what is disputed. Gives how it stands
 * now when that is news; null when it is known, or was read at the provider before another's answer was written here.
 */
export async function writeDispute(
  tx: Db,
  dispute: Stripe.Dispute,
  of: Of,
  subject: { kind: "invoice" | "membership"; id: number },
  now: Date,
): Promise<DisputeState | null> {
  const state = states[dispute.status];
  if (!state) return null;
  const known = await findDispute(tx, dispute.id);
  if (known && !canBecome(known.state, state)) return null;
  const { evidence_details: evidence, amount: amountPence, reason } = dispute;
  const waits = dispute.status === "needs_response" || dispute.status === "warning_needs_response";
  const respondBy = waits && evidence.due_by ? moment(evidence.due_by) : null;
  const closedAt = undecided.includes(state) ? null : known?.state === state ? known.closedAt : now;
  const openedAt = moment(dispute.created);
  await keepDispute(tx, { ...of, providerId: dispute.id, state, amountPence, reason, respondBy, openedAt, closedAt });
  if (known?.state === state) return null;
  await append(
    tx,
    {
      kind: `${subject.kind}.${steps[state]}`,
      actorId: null,
      subject: subject.kind === "invoice" ? "invoice" : "member",
      subjectId: subject.id,
      data: { dispute: dispute.id, amountPence, reason, respondBy: respondBy?.toISOString() ?? null },
    },
    now,
  );
  return state;
}

const moment = (seconds: number) => new Date(seconds * 1000);
