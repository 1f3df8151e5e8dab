import type { DisputeState } from "@plumbline/contract/invoices/rules.ts";
import type Stripe from "stripe";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import { findDispute, keepDispute } from "./dispute-store.ts";
import type { PaymentRow } from "./payment-store.ts";
import { lockInvoice } from "./store.ts";

const states: Record<string, DisputeState> = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};
const kinds = { open: "invoice.disputed", won: "invoice.dispute_won", lost: "invoice.dispute_lost" } as const;

/**
 * Writes down what the provider says of a dispute: row and event in one transaction, once however often it is told. Only
 * what moves money is a dispute here: a bank's inquiry becomes one when the bank makes it one (decision 013).
 */
export async function recordDispute(house: House, payment: PaymentRow, dispute: Stripe.Dispute): Promise<void> {
  const state = states[dispute.status];
  if (!state) return;
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    await lockInvoice(tx, payment.invoiceId);
    const known = await findDispute(tx, dispute.id);
    // Read at the provider before another's answer was written here: what is decided does not open again.
    if (known && known.state !== "open" && state === "open") return;
    const { evidence_details: evidence, amount: amountPence, reason } = dispute;
    const respondBy = dispute.status === "needs_response" && evidence.due_by ? moment(evidence.due_by) : null;
    await keepDispute(tx, {
      providerId: dispute.id,
      invoiceId: payment.invoiceId,
      paymentId: payment.id,
      state,
      amountPence,
      reason,
      respondBy,
      openedAt: moment(dispute.created),
      closedAt: state === "open" ? null : known?.state === state ? known.closedAt : now,
    });
    if (known?.state === state) return;
    await append(
      tx,
      {
        kind: kinds[state],
        actorId: null,
        subject: "invoice",
        subjectId: payment.invoiceId,
        data: { dispute: dispute.id, amountPence, reason, respondBy: respondBy?.toISOString() ?? null },
      },
      now,
    );
  });
}

const moment = (seconds: number) => new Date(seconds * 1000);
