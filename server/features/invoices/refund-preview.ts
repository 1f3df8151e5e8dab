import { refundAmountError, refundedPence, refundParts } from "@plumbline/contract/invoices/refunds.ts";
import { refundBlockedBy, refusalReason } from "@plumbline/contract/invoices/rules.ts";
import type { RefundPreview } from "@plumbline/contract/invoices/staff-contract.ts";
import { vatInRefund } from "@plumbline/contract/invoices/vat.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { notFound } from "../../http/problems.ts";
import { waitingInBalance } from "../earnings/store.ts";
import { findDisputeState } from "./dispute-store.ts";
import { findSuccessfulPayment } from "./payment-store.ts";
import { givenBack, refundsOf } from "./refund-store.ts";
import { findInvoice } from "./store.ts";

/** What a refund of an amount in pence, or of all that is possible, would do. Throws notFound for drafts. */
export async function previewRefund(context: AppContext, id: number, wanted?: number): Promise<RefundPreview> {
  const { db } = context;
  const [invoice, dispute] = await Promise.all([findInvoice(db, id), findDisputeState(db, id)]);
  if (!invoice || invoice.status === "draft") throw notFound();
  const payment = invoice.status === "completed" ? await findSuccessfulPayment(db, id) : null;
  const [balance, rows] = await Promise.all([
    waitingInBalance(db, invoice.advisorId),
    payment ? refundsOf(db, payment.id, id) : [],
  ]);
  const blocked = payment ? refundBlockedBy(dispute) : refusalReason("refund", invoice.status);
  const { charge, refundable } = payment
    ? givenBack(payment, rows)
    : { charge: null, refundable: { leftPence: 0, heldPence: 0 } };
  const possible = blocked ? 0 : refundable.heldPence || refundable.leftPence;
  const amount = wanted ?? possible;
  const refused = blocked ?? refundAmountError(refundable, amount);
  const parts =
    charge && !refused && refundable.heldPence === 0 ? refundParts(charge, amount) : { advisorPence: 0, feePence: 0 };
  return {
    amount: decimalOf(amount),
    advisor_amount: decimalOf(parts.advisorPence),
    platform_fee: decimalOf(parts.feePence),
    ...(invoice.vatPence > 0 && !refused && { vat: decimalOf(vatInRefund(invoice, refundedPence(rows), amount)) }),
    possible: decimalOf(possible),
    left_after: decimalOf(refundable.leftPence - (refused ? 0 : amount)),
    advisor_balance: decimalOf(balance),
    advisor_balance_after: decimalOf(balance - parts.advisorPence),
    refused,
  };
}
