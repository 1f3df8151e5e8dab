import { balanceOf } from "./balance.ts";
import { type Desk, deskOf } from "./call.ts";
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
 * Where the money is, in pence, newest charge first: what was charged, what the platform kept as fee, and what
 * stayed with the destination after that fee and after reversals.
 */
export function ledger(desk: Desk) {
  const fees = desk.shelf.find("application_fee");
  const transfers = desk.shelf.find("transfer");
  const feeById = new Map(fees.map((one) => [one.id, one]));
  const transferById = new Map(transfers.map((one) => [one.id, one]));
  const charges = desk.shelf.find("charge").map((charge): LedgerCharge => {
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
  const accounts = desk.shelf.find("account").map((account) => ({
    id: account.id,
    email: account.email,
    payouts_enabled: account.payouts_enabled,
    balance: balanceOf(deskOf(desk, account.id)),
  }));
  const paid = charges.filter((one) => one.status === "succeeded");
  const sum = (of: (one: LedgerCharge) => number) => paid.reduce((total, one) => total + of(one), 0);
  return {
    now: desk.clock.now(),
    charges,
    fees,
    transfers,
    accounts: [{ id: "platform", email: null, payouts_enabled: true, balance: balanceOf(desk) }, ...accounts],
    sums: {
      charged: sum((one) => one.amount),
      refunded: sum((one) => one.refunded),
      fees_kept: sum((one) => one.fee),
      transferred: sum((one) => one.transferred),
      processing_fees: desk.shelf.find("balance_transaction").reduce((total, one) => total + one.fee, 0),
    },
  };
}
