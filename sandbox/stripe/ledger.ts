import { balanceOf } from "./balance.ts";
import { type Context, contextFor } from "./call.ts";
import { idOf } from "./ids.ts";

type LedgerCharge = {
  id: string;
  created: number;
  description: string | null;
  payment_intent: string | null;
  status: string;
  amount: number;
  refunded: number;
  fee: number;
  transferred: number;
  destination: string | null;
  metadata: Record<string, string>;
};

/**
 * All money in pence, newest charge first: what was charged, the platform's fee, and what the destination received after
 * fee and reversals.
 */
export function ledger(context: Context) {
  const fees = context.objects.find("application_fee");
  const transfers = context.objects.find("transfer");
  const feeById = new Map(fees.map((one) => [one.id, one]));
  const transferById = new Map(transfers.map((one) => [one.id, one]));
  const charges = context.objects.find("charge").map((charge): LedgerCharge => {
    const fee = feeById.get(idOf(charge.application_fee) ?? "");
    const transfer = transferById.get(idOf(charge.transfer) ?? "");
    const kept = fee ? fee.amount - fee.amount_refunded : 0;
    return {
      id: charge.id,
      created: charge.created,
      description: charge.description,
      payment_intent: idOf(charge.payment_intent),
      status: charge.status,
      amount: charge.amount,
      refunded: charge.amount_refunded,
      fee: kept,
      transferred: transfer ? transfer.amount - transfer.amount_reversed - kept : 0,
      destination: transfer ? idOf(transfer.destination) : null,
      metadata: charge.metadata,
    };
  });
  const accounts = context.objects.find("account").map((account) => ({
    id: account.id,
    email: account.email,
    payouts_enabled: account.payouts_enabled,
    balance: balanceOf(contextFor(context, account.id)),
  }));
  const paid = charges.filter((one) => one.status === "succeeded");
  const sum = (of: (one: LedgerCharge) => number) => paid.reduce((total, one) => total + of(one), 0);
  return {
    now: context.clock.now(),
    charges,
    fees,
    transfers,
    accounts: [{ id: "platform", email: null, payouts_enabled: true, balance: balanceOf(context) }, ...accounts],
    sums: {
      charged: sum((one) => one.amount),
      refunded: sum((one) => one.refunded),
      fees_kept: sum((one) => one.fee),
      transferred: sum((one) => one.transferred),
      processing_fees: context.objects.find("balance_transaction").reduce((total, one) => total + one.fee, 0),
    },
  };
}
